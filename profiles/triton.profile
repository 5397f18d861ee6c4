# Documented are the comments of include/triton/Tools/LinearLayout.h.
[profile]
about: Triton's linear layouts (triton 3.9.0)
convention: strict
where: rank>=1
