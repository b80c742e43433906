/** Words that a server may add to a model's name, or leave out, without meaning another model. */
const harmless =
  /^(?:models?|latest|preview|stable|exp|beta|default|gguf|safetensors|hf|mlx|instruct|chat|it|i?q\d\w*|k|s|m|l|xs|xl|fp\d+|bf\d+|f\d+|int\d+|awq|gptq|bnb|\dbit|0|\d{4,}|v\d+)$/;

const dates = /(?<!\d)(?:20\d\d-\d\d-\d\d|\d\d-20\d\d|(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d)/g;

/** Returns the words of a name without its folders, its organization and dates. */
function wordsOf(name: string): readonly string[] {
  const last = name
    .toLowerCase()
    .split(/[/\\]/)
    .findLast((part) => part !== '')
    ?.replace(dates, ' ');
  return last?.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function areAlike(asked: readonly string[], served: readonly string[]): boolean {
  const differ = [...asked.filter((word) => !served.includes(word)), ...served.filter((word) => !asked.includes(word))];
  const isShared = asked.some((word) => served.includes(word) && !harmless.test(word));
  return differ.every((word) => harmless.test(word)) && (isShared || differ.length === 0);
}

/**
 * Returns whether the name under which a server answers may stand for the requested model: the name itself, or one with
 * another organization, date, tag, file ending or quantization (`gpt-4o` and `gpt-4o-2024-08-06`). Another size or version
 * is another model. `model` is a model's name with its provider.
 */
export function isServedName(model: string, served: string): boolean {
  const name = model.slice(model.indexOf('/') + 1).replace(/\?.*$/s, '');
  const parts = [name, ...name.split(':')]; // vLLM serves BASE:ADAPTER under the name of the adapter
  return parts.some((part) => part === served || areAlike(wordsOf(part), wordsOf(served)));
}
