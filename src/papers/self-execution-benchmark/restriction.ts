import { join } from 'node:path';
import { namesIn } from '../../data/files/read-text.ts';
import type { Attempt } from '../../domain/answer.ts';
import {
  type PlaceKey,
  placeKey,
  type Recording,
  recordedAnswer,
  recordedFailure,
} from '../../recordings/import/recording.ts';
import { type FailureCounts, readFailureCounts } from './failure-counts.ts';
import { fullest, publishedName } from './model-names.ts';
import { type ExtractedRun, type RunBlock, readExtractedRuns, readRunBlocks } from './run-blocks.ts';

const kinds = { forecast: 'choices_before', execute: 'output_answers', judge: 'choices_after' } as const;
const extractedKind = 'output_data';

/**
 * Reads experiment 2: four files per model (predictions, responses, judgments, extracted letters). A file holds every
 * run that was ever made, including other models' runs; the published run is the model's largest, the last one on ties.
 */
export function readRestriction(folder: string, itemIds: readonly string[]): readonly Recording[] {
  const results = join(folder, 'experiment 2', 'results');
  const names = namesIn(results);
  const complete = names.flatMap((name) => {
    const model = /^choices_before_(.+)\.csv$/.exec(name)?.[1];
    const needed = [...Object.values(kinds), extractedKind].map((kind) => `${kind}_${model}.csv`);
    return model !== undefined && needed.every((file) => names.includes(file)) ? [model] : [];
  });
  const counts = readFailureCounts(folder);
  return fullest(complete.map((model) => recordingOf(results, model, { itemIds, counts })));
}

interface Context {
  readonly itemIds: readonly string[];
  readonly counts: readonly FailureCounts[];
}

function recordingOf(results: string, recorded: string, { itemIds, counts }: Context): Recording {
  const model = publishedName(recorded);
  const extracted = largest(readExtractedRuns(results, `${extractedKind}_${recorded}.csv`), (run) => run.size);
  const answers = new Map<PlaceKey, Attempt>();
  for (const [slot, kind] of Object.entries(kinds)) {
    const block = publishedBlock(readRunBlocks(results, `${kind}_${recorded}.csv`), model);
    for (const [item, text] of block?.texts ?? []) {
      const place = placeKey({ item, slot: slot as keyof typeof kinds }); // keys of `kinds`
      const letters = extracted?.get(item);
      const served = block?.model ?? recorded;
      if (slot === 'execute') answers.set(place, recordedAnswer({ text, model: served }));
      else {
        const letter = (slot === 'forecast' ? letters?.prediction : letters?.judged) ?? null;
        answers.set(place, recordedAnswer({ text, extracted: letter, model: served }));
      }
    }
  }
  const lost = itemIds.filter((item) => !answers.has(placeKey({ item, slot: 'forecast' })));
  const counted = counts.find((run) => run.model === model && run.consistent === consistent(extracted ?? new Map()));
  if (counted !== undefined) for (const [place, failure] of missingRows(lost, counted)) answers.set(place, failure);
  return { experiment: 'restriction', model, answers, notes: notesOn(lost, counted) };
}

function largest<T>(values: readonly T[], size: (value: T) => number): T | undefined {
  return values.reduce<T | undefined>(
    (best, value) => (best === undefined || size(value) >= size(best) ? value : best),
    undefined,
  );
}

function publishedBlock(blocks: readonly RunBlock[], model: string): RunBlock | undefined {
  const own = blocks.filter((block) => publishedName(block.model) === model);
  return largest(own, ({ texts }) => texts.size);
}

function consistent(run: ExtractedRun): number {
  return [...run.values()].filter(({ prediction, judged }) => prediction === judged).length;
}

/**
 * Assigns failures to the items without a row. The number of each kind was counted, but not the items: they are
 * assigned in item order. The remaining ones were requests without a response, according to the authors' program.
 */
function missingRows(lost: readonly string[], counts: FailureCounts): readonly (readonly [PlaceKey, Attempt])[] {
  const unnamed = 'counted by the authors, who did not record for which item';
  const predictions = lost.slice(0, counts.predictions);
  const requests = lost.slice(counts.predictions + counts.judgements);
  return [
    ...predictions.map((item) => {
      return [placeKey({ item, slot: 'forecast' }), recordedFailure(`a failed forecast, ${unnamed}`)] as const;
    }),
    ...requests.map((item) => {
      return [
        placeKey({ item, slot: 'execute' }),
        recordedFailure('a request without a response, which the authors did not count'),
      ] as const;
    }),
  ];
}

function notesOn(lost: readonly string[], counted: FailureCounts | undefined): readonly string[] {
  if (lost.length === 0) return [];
  if (counted === undefined) return [`${lost.length} items have no row, and the recording does not say why`];
  const { predictions, judgements } = counted;
  const rest = lost.length - predictions - judgements;
  return [
    `${lost.length} items have no row; the authors counted ${predictions} failed predictions and ${judgements} failed judgements ` +
      `without listing them; the other ${rest} are counted as requests without a response`,
  ];
}
