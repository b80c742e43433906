import type { Llama, LlamaGrammar } from 'node-llama-cpp';
import type { AnswerForm } from '../../domain/answer-form.ts';
import { canonicalJson } from '../../util/canonical-json.ts';

/**
 * Empty lines that node-llama-cpp appends to a schema's grammar for its own chat loop to stop at. Without that loop, a
 * model writes them to its limit; without them, the text can only end.
 */
const tail = / "\\n\\n\\n\\n" \[\\n\]\*$/m;

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
    // The library's type of a schema lists literal values; ours is a subset of it.
    const { grammar } = await this.#llama.createGrammarForJsonSchema(
      form as unknown as Parameters<Llama['createGrammarForJsonSchema']>[0],
    );
    if (!tail.test(grammar)) throw new Error('the grammar of node-llama-cpp does not end as expected');
    return await this.#llama.createGrammar({ grammar: grammar.replace(tail, '') });
  }
}
