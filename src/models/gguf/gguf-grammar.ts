import type { Llama, LlamaGrammar } from 'node-llama-cpp';
import type { AnswerForm } from '../../domain/answer-form.ts';
import { canonicalJson } from '../../util/canonical-json.ts';

/**
 * Empty lines that node-llama-cpp appends to a schema's grammar for its own chat loop to stop at. Without that loop, a
 * model writes them to its limit; without them, the text can only end.
 */
const tail = / "\\n\\n\\n\\n" \[\\n\]\*$/m;

/** The library ignores bounds: whole numbers of a smaller range are listed, and others have this rule replaced. */
const maxListed = 1001;
const integerRule = /^integer-number-rule ::= .*$/m;

/** Builds grammars of forms, each once. */
export class FormGrammars {
  readonly #llama: Llama;
  readonly #built = new Map<string, Promise<LlamaGrammar>>();

  constructor(llama: Llama) {
    this.#llama = llama;
  }

  get(form: AnswerForm): Promise<LlamaGrammar> {
    const key = canonicalJson(form);
    const known = this.#built.get(key);
    if (known !== undefined) return known;
    const building = this.#build(form);
    this.#built.set(key, building);
    return building;
  }

  async #build(form: AnswerForm): Promise<LlamaGrammar> {
    const digits = new Set<number>();
    // The library's type of a schema lists literal values; ours is a subset of it.
    const { grammar } = await this.#llama.createGrammarForJsonSchema(
      withListedNumbers(form, digits) as Parameters<Llama['createGrammarForJsonSchema']>[0],
    );
    if (!tail.test(grammar)) throw new Error('the grammar of node-llama-cpp does not end as expected');
    return await this.#llama.createGrammar({ grammar: withDigits(grammar.replace(tail, ''), [...digits]) });
  }
}

/** Returns the form with its whole numbers listed, and adds to `digits` how many digits those of a large range have. */
function withListedNumbers(form: AnswerForm, digits: Set<number>): unknown {
  switch (form.type) {
    case 'object': {
      const fields = Object.entries(form.properties).map(([key, each]) => [key, withListedNumbers(each, digits)]);
      return { ...form, properties: Object.fromEntries(fields) };
    }
    case 'array':
      return { ...form, items: withListedNumbers(form.items, digits) };
    case 'integer': {
      const { minimum, maximum } = form;
      const count = maximum - minimum + 1;
      if (count <= maxListed) return { enum: Array.from({ length: count }, (_, index) => minimum + index) };
      digits.add(digitsOf(form));
      return { type: 'integer' };
    }
    case 'string':
    case 'boolean':
      return form;
  }
}

/** Returns the maximum number of digits of a large range, which must be all numbers from 1 with so many digits. */
function digitsOf({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }): number {
  const count = String(maximum).length;
  if (minimum === 1 && maximum === 10 ** count - 1) return count;
  throw new Error(`no grammar for whole numbers from ${minimum} to ${maximum}`);
}

/** Returns the grammar with whole numbers from 1 that have at most the given number of digits. */
function withDigits(grammar: string, [digits, ...others]: readonly number[]): string {
  if (digits === undefined) return grammar;
  if (others.length > 0) throw new Error('a form has whole numbers of two large ranges');
  if (!integerRule.test(grammar)) throw new Error('the grammar of node-llama-cpp has no rule for whole numbers');
  return grammar.replace(integerRule, `integer-number-rule ::= [1-9] [0-9]{0,${digits - 1}}`);
}
