// Runs in a worker after Emscripten's script: one judge, one question after another. The first message is the compiled
// module.
'use strict';
let judge = null;

self.onmessage = async ({data}) => {
  if (data.module) {
    judge = layoutcheckJudge({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(data.module, imports).then((instance) => receive(instance, data.module));
        return {};
      },
    });
    return;
  }
  try {
    const {ccall} = await judge;
    const answer = data.text === undefined
      ? ccall('layoutcheck_vocabulary', 'string', [], [])
      : ccall('layoutcheck_judge', 'string', ['string', 'number'], [data.text, data.points]);
    self.postMessage({answer: JSON.parse(answer)});
  } catch (error) {
    // Such as a stack or a memory that did not suffice: the instance is lost, and the page makes another one.
    self.postMessage({failure: String(error)});
  }
};
