import { readFileSync } from 'node:fs';
import { unreadablePath } from '../../data/files/unreadable-path.ts';
import type { CallKey } from '../../domain/call.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { type JudgedResponse, judgedResponses } from './judged-responses.ts';
import { readLabels } from './label-file.ts';
import { type SampleOptions, sampleResponses } from './label-sample.ts';

const maxNameLength = 60;

/** Draws responses of a run to label. AppError when no response was judged. */
export async function drawResponses(
  store: Store,
  { run, experiments }: { readonly run: RunRecord; readonly experiments: Experiments },
  options: SampleOptions,
): Promise<readonly JudgedResponse[]> {
  const drawn = await sampleResponses(judgedResponses(store, run, experiments), options);
  if (drawn.length > 0) return drawn;
  throw new AppError('nothing-to-label', `run ${run.id} has no judged responses`, {
    hint: `experiments with judged responses: ${labeledNames(experiments)}`,
  });
}

function labeledNames(experiments: Experiments): string {
  return [...experiments.values()].flatMap(({ name, takesLabels }) => (takesLabels === true ? [name] : [])).join(', ');
}

/**
 * Adds the labels of a filled-in file to the store; returns their number. AppError, with nothing added, when a line is
 * invalid.
 */
export async function addLabels(store: Store, file: string, by: string): Promise<number> {
  const known = (keys: readonly string[]) => store.existing(keys.filter(isKey));
  const labels = await readLabels(readLabelFile(file), { by, at: new Date().toISOString(), known });
  await store.addLabels(labels);
  return labels.length;
}

/** Checks the name of a labeler. AppError when it is empty or too long. */
export function labelerName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= maxNameLength) return name;
  throw new AppError('bad-label', `--by needs a name of at most ${maxNameLength} characters`, {
    hint: 'for example --by ann',
  });
}

function isKey(text: string): text is CallKey {
  return /^[0-9a-f]{64}$/.test(text);
}

function readLabelFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw unreadablePath(file, cause);
  }
}
