# The program, for users without a compiler:
#
#   docker run --rm -v "$PWD:/work" layoutcheck kernel copy.ptx --grid 8192 --block 256 --args '…'
#   docker run --rm -v "$PWD:/work" layoutcheck test --profile mine.profile -- python3 mine.py
#
# Python is there for what the program asks; another language's programs need an image made FROM this one.
FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends make
WORKDIR /layoutcheck
COPY . .
RUN make install PREFIX=/usr/local DESTDIR=/installed && strip /installed/usr/local/bin/layoutcheck

FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends libstdc++6 python3 && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed/usr/local/bin/layoutcheck /usr/local/bin/layoutcheck
COPY --from=build /installed/usr/local/lib/layoutcheck /usr/local/lib/layoutcheck
COPY --from=build /installed/usr/local/share/layoutcheck /usr/local/share/layoutcheck
WORKDIR /work
ENTRYPOINT ["layoutcheck"]
