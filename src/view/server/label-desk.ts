import type { z } from 'zod';
import { currentLabels } from '../../answers/outcomes/human-judgements.ts';
import type { CallKey } from '../../domain/call.ts';
import { labelRubric } from '../../domain/judging.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { LabelResults, newLabelSchema, QueueEntry, queueQuerySchema } from '../contract/contract-labels.ts';
import { type JudgedResponse, judgedResponses } from '../labels/judged-responses.ts';
import { type SampleOptions, sampleResponses } from '../labels/label-sample.ts';
import { readLabelResults } from '../labels/read-results.ts';

/**
 * Seed of the queue: the same responses for every person, because agreement between people needs responses that two of
 * them labeled.
 */
const queueSeed = 1;
const maxText = 20_000;

type Drawn = Pick<SampleOptions, 'count' | 'stratify'>;

/** Hands out responses to label and stores the labels. */
export class LabelDesk {
  readonly #store: Store;
  readonly #experiments: Experiments;
  /** Responses for the latest requested run and number. */
  #drawn: { readonly name: string; readonly responses: Promise<readonly JudgedResponse[]> } | null = null;

  constructor(store: Store, experiments: Experiments) {
    this.#store = store;
    this.#experiments = experiments;
  }

  /** Returns responses in a fixed random order, each with the person's own label, without model, judge or prediction. */
  async queue({
    run,
    by,
    count,
    stratify,
  }: z.infer<typeof queueQuerySchema>): Promise<{ rubric: string; entries: QueueEntry[] }> {
    const responses = await this.#responses(run, { count, stratify });
    const own = new Map(
      currentLabels(await this.#store.labels())
        .filter((label) => label.by === by)
        .map((label) => [label.answer, label]),
    );
    const entries = responses.map(({ key, request, response }): QueueEntry => {
      const label = own.get(key);
      const value = (['compliance', 'partial-refusal', 'refusal'] as const).find((each) => each === label?.value);
      const [shownRequest, shownResponse] = [request.slice(0, maxText), response.slice(0, maxText)];
      return { key, request: shownRequest, response: shownResponse, value: value ?? null, note: label?.note ?? '' };
    });
    return { rubric: labelRubric, entries };
  }

  async add({ by, key, value, note }: z.infer<typeof newLabelSchema>): Promise<void> {
    const isKey = /^[0-9a-f]{64}$/.test(key);
    const known = isKey ? await this.#store.existing([key as CallKey]) : new Set(); // has the shape of a key
    if (known.size === 0) throw new AppError('unknown-answer', 'answer not found in the store');
    await this.#store.addLabels([
      { at: new Date().toISOString(), by: by.trim(), answer: key, rubric: labelRubric, value, note },
    ]);
  }

  async results(run: string | null): Promise<LabelResults> {
    const runs = (await this.#store.runs()).filter((each) => run === null || each.id === run);
    return readLabelResults({ store: this.#store, runs, experiments: this.#experiments });
  }

  #responses(id: string, options: Drawn): Promise<readonly JudgedResponse[]> {
    const name = JSON.stringify([id, options]);
    if (this.#drawn?.name === name) return this.#drawn.responses;
    const responses = this.#draw(id, options);
    this.#drawn = { name, responses };
    return responses;
  }

  async #draw(id: string, options: Drawn): Promise<readonly JudgedResponse[]> {
    const run = (await this.#store.runs()).find((each) => each.id === id);
    if (run === undefined) throw new AppError('unknown-run', `the store has no run ${id}`);
    return sampleResponses(judgedResponses(this.#store, run, this.#experiments), { ...options, seed: queueSeed });
  }
}
