import type { LanguageModel } from './language-model.ts';

/** Returns a model that calls `before` once: before the first request of any kind, also one about the server. */
export function beforeFirstRequest(model: LanguageModel, before: () => void): LanguageModel {
  let isFirst = true;
  const first = () => {
    if (isFirst) before();
    isFirst = false;
  };
  const { facts, listedNames, batch } = model;
  const withFirst = <Result>(send: () => Result): Result => {
    first();
    return send();
  };
  return {
    ...model,
    ask: (request) => withFirst(() => model.ask(request)),
    ...(facts === undefined ? {} : { facts: () => withFirst(() => facts.call(model)) }),
    ...(listedNames === undefined ? {} : { listedNames: () => withFirst(() => listedNames.call(model)) }),
    ...(batch === undefined ? {} : { batch: { ...batch, open: (limits) => withFirst(() => batch.open(limits)) } }),
  };
}
