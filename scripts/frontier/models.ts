/** A model of the page. */
interface PageModel {
  /** Name as in the page, and as in the tables that the commands read: the maker is read from it. */
  readonly name: string;
  readonly maker: string;
  /** Place in a series of sizes of one generation or product line, from 1; null for a model outside of one. */
  readonly size: number | null;
}

type Entry = readonly [name: string, written: RegExp, size: number | null];

/** Models by maker, and by size or generation within a maker: the order of rows. The pattern matches every name that recordings give a model. */
const roster: Readonly<Record<string, readonly Entry[]>> = {
  Anthropic: [
    ['claude-haiku-4.5', /haiku[- ]?4[.-]5|^(claude )?haiku/, 1],
    ['claude-sonnet-4', /sonnet-4@/, 2],
    ['claude-sonnet-4.5', /sonnet-4-5/, 2],
    ['claude-sonnet-4.6', /sonnet[- ]4[.-]6/, 2],
    ['claude-opus-4.5', /opus-4-5/, 3],
    ['claude-opus-4.6', /opus[- ]4[.-]6/, 3],
    ['claude-opus-4.7', /opus-4-7/, 3],
  ],
  OpenAI: [
    ['gpt-oss-20b', /gpt-oss-20b/, null],
    ['gpt-5.4-nano', /gpt-5\.4[- ]nano/, 1],
    ['gpt-5.4-mini', /gpt-5\.4[- ]mini/, 2],
    ['gpt-5.4', /gpt-5\.4(?![- ]?(mini|nano))/, 3],
  ],
  Google: [
    ['gemma-3-1b', /gemma[- ]3[- ]1b/, 1],
    ['gemma-3-12b', /gemma[- ]3[- ]12b/, 2],
    ['gemma-3-27b', /gemma[- ]3[- ]27b/, 3],
    ['gemma-4-31b', /gemma-4-31b/, null],
    ['gemini-2.5-flash', /gemini[- ]2\.5[- ]flash/, null],
    ['gemini-2.5-pro', /gemini[- ]2\.5[- ]pro/, null],
    ['gemini-3-flash', /gemini[- ]3[- ]flash|gemini flash 3/, null],
    ['gemini-3.1-pro', /gemini[- ]3\.1[- ]pro/, null],
  ],
  Alibaba: [
    ['qwen3-next-80b-instruct', /qwen ?3[- ]next[- ]80b[- ](a3b[- ])?instruct/, 1],
    ['qwen3-next-80b-thinking', /qwen ?3[- ]next[- ]80b[- ](a3b[- ])?thinking/, 1],
    ['qwen3-235b-instruct', /qwen ?3[- ]235b/, 2],
    ['qwen3-coder-480b', /qwen ?3[- ]coder/, 3],
  ],
  DeepSeek: [
    ['deepseek-r1', /deepseek-r1|^r1/, null],
    ['deepseek-v3.2', /deepseek v3\.2/, null],
  ],
  Zhipu: [['glm-5', /glm[- ]5/, null]],
};

const entries = Object.entries(roster).flatMap(([maker, models]) =>
  models.map(([name, written, size]) => ({ name, maker, size, written })),
);

/** All models of the page, in the order of its rows. */
export const pageModels: readonly PageModel[] = entries;

/** Returns the model that a recording means by a name, of a column or of a file. Error where none or several match. */
export function pageModelOf(written: string): string {
  const found = entries.filter((entry) => entry.written.test(written.toLowerCase())).map(({ name }) => name);
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(
      `"${written}" is ${found.length === 0 ? 'no known model' : found.join(' and ')}; scripts/frontier/models.ts lists those of the page`,
    );
  return only;
}

/** Returns a model of the page by its name. Error for any other name. */
export function pageModel(name: string): PageModel {
  const model = pageModels.find((each) => each.name === name);
  if (model === undefined) throw new Error(`no model ${name}`);
  return model;
}

/** Returns the place of a model among the rows of the page. */
export function rowOf(name: string): number {
  return pageModels.indexOf(pageModel(name));
}
