import { kindOf } from '../../models/registry.ts';

/** What is given about a model, such as its maker. */
interface ModelAttributes {
  /** The organization that trained it, or trained the model that it was made from. */
  readonly maker?: string;
}

/** Which models the user says are related, and what is given about them. */
export interface Kinship {
  /** Groups of models of one maker. */
  readonly relatives?: readonly (readonly string[])[];
  /** Groups of models, no two of which are related, whatever their names say. */
  readonly unrelated?: readonly (readonly string[])[];
  readonly attributes?: ReadonlyMap<string, ModelAttributes>;
}

/** Makers by what the names of their models begin with. A name is read from its end: the model, then the organization. */
const makers: readonly (readonly [maker: string, names: RegExp])[] = [
  ['Anthropic', /^(claude|anthropic)/],
  ['OpenAI', /^(gpt|chatgpt|o[134]($|[-.])|davinci|text-davinci|openai)/],
  ['Google', /^(gemini|gemma|palm|google)/],
  ['Meta', /^(llama|codellama|meta-llama|meta\.llama|meta$|facebook)/],
  ['Mistral', /^(mistral|mixtral|ministral|codestral|devstral|magistral|pixtral|open-m[ix]+[st]tral)/],
  ['Alibaba', /^(qwen|qwq|qvq|alibaba)/],
  ['DeepSeek', /^deepseek/],
  ['xAI', /^(grok|xai|x-ai)/],
  ['Microsoft', /^(phi[-\d]|microsoft|wizardlm)/],
  ['Cohere', /^(command|aya|c4ai|cohere)/],
  ['Amazon', /^(nova[-.]|titan|amazon)/],
  ['NVIDIA', /^(nemotron|nvidia)/],
  ['IBM', /^(granite|ibm)/],
  ['Ai2', /^(olmo|tulu|allenai)/],
  ['Zhipu', /^(glm|chatglm|zai|z-ai|thudm)/],
  ['Moonshot', /^(kimi|moonshot)/],
  ['01.AI', /^(yi-|01-ai)/],
  ['TII', /^(falcon|tiiuae)/],
  ['Hugging Face', /^(smollm|zephyr|huggingface)/],
  ['AI21', /^(jamba|ai21)/],
  ['MiniMax', /^minimax/],
  ['Baidu', /^(ernie|baidu)/],
  ['Tencent', /^(hunyuan|tencent)/],
  ['EleutherAI', /^(pythia|gpt-neo|gpt-j|eleutherai)/],
  ['Databricks', /^(dbrx|mpt-|databricks)/],
  ['LG', /^(exaone|lgai)/],
  ['Liquid', /^(lfm|liquid)/],
];

/**
 * Returns the maker of a model: the given one, or the one that the model's own name states, such as Meta of
 * `ollama/llama3.1` or `openrouter/meta-llama/llama-3.1-8b`; null if unknown. What serves a model never counts.
 */
export function makerOf(model: string, attributes: ModelAttributes = {}): string | null {
  if (attributes.maker !== undefined) return attributes.maker;
  const name = (model.split('?')[0] as string).toLowerCase();
  const parts = name.split(/[/:\\]/);
  if (['bundled', 'simulated'].includes(parts[0] as string)) return null; // names that the user or the server chose
  const isServed = ![null, 'hosted'].includes(kindOf(name)); // what runs a model may be called like one: llamacpp
  const own = isServed ? parts.slice(1) : parts;
  for (const part of own.toReversed()) {
    const local = part.replace(/^[a-z]{2,4}\.(?=[a-z])/, ''); // a region, as in us.anthropic.claude
    const found = makers.find(([, names]) => names.test(local));
    if (found !== undefined) return found[0];
  }
  return null;
}

/** The families of compared models. */
interface Families {
  /** Family of each model, numbered from 0; relatives share a number. */
  readonly familyOf: readonly number[];
  /** Models whose maker is unknown, and of which nothing is declared. */
  readonly unknown: readonly string[];
}

/** Returns the families of models: those of one maker, changed by what is declared. */
export function familiesOf(models: readonly string[], kinship: Kinship = {}): Families {
  const { relatives = [], unrelated = [], attributes } = kinship;
  const apart = new Set(unrelated.flat());
  const makersOf = models.map((model) => (apart.has(model) ? null : makerOf(model, attributes?.get(model))));
  const familyOf = models.map((_, index) => {
    const maker = makersOf[index] ?? null;
    return maker === null ? index : makersOf.indexOf(maker);
  });
  for (const group of relatives) {
    const places = [...models.keys()].filter((index) => group.includes(models[index] as string));
    const joined = new Set(places.map((index) => familyOf[index] as number));
    const [family = 0] = joined;
    for (const [index, own] of familyOf.entries()) if (joined.has(own)) familyOf[index] = family;
  }
  const declared = new Set([...apart, ...relatives.flat()]);
  const numbers = [...new Set(familyOf)];
  return {
    familyOf: familyOf.map((family) => numbers.indexOf(family)),
    unknown: models.filter((model, index) => makersOf[index] === null && !declared.has(model)),
  };
}
