import type { RunId } from '../../domain/run-config.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { shellWord } from '../../util/shell-word.ts';
import { itemsBefore } from '../plan/items-before.ts';
import type { PreparedRun } from './prepared-run.ts';

/**
 * Creates the run with its data in the store, or finds it there. AppError when another run has its name, or when it has
 * another name already.
 */
export async function openInStore(prepared: PreparedRun, store: Store): Promise<RunRecord> {
  const { id, config, datasets, provenance } = prepared;
  const { name, follows } = provenance;
  if (name !== undefined) await refuseNameOfOther(store, id, name);
  const known = await store.run(id);
  refuseRelabel(known, provenance);
  for (const dataset of datasets.values()) await store.putDataset(dataset);
  const before = known === null ? itemsBefore(prepared, await store.runs()) : undefined;
  const record = await store.openRun({
    ...{ id, config },
    provenance: before === undefined ? provenance : { ...provenance, itemsBefore: before },
  });
  if (name !== undefined && record.provenance.name !== name) await store.labelRun(id, { name });
  if (follows !== undefined && record.provenance.follows !== follows) await store.labelRun(id, { follows });
  const { tags = [], note } = provenance;
  const tagsBefore = record.provenance.tags ?? [];
  const added = tags.filter((tag) => !tagsBefore.includes(tag));
  if (added.length > 0) await store.labelRun(id, { tags: [...tagsBefore, ...added] });
  if (note !== undefined && record.provenance.note !== note) await store.labelRun(id, { note });
  return record;
}

/**
 * Refuses a second name for a run, and a second run that it follows: scripts and notes that have the first would find
 * nothing.
 */
function refuseRelabel(known: RunRecord | null, { name, follows }: PreparedRun['provenance']): void {
  if (known === null) return;
  const { name: firstName, follows: firstFollows } = known.provenance;
  if (name !== undefined && firstName !== undefined && name !== firstName) {
    throw new AppError('named-already', `run ${known.id} has this configuration and is already named ${firstName}`, {
      hint: `leave out --name to continue it, or add --repeat-as ${shellWord(name)} to send every call again as a new run`,
    });
  }
  if (follows !== undefined && firstFollows !== undefined && follows !== firstFollows) {
    throw new AppError('named-already', `run ${known.id} has this configuration and already follows ${firstFollows}`, {
      hint: 'leave out --follows to continue it, or add --repeat-as NAME to send every call again as a new run',
    });
  }
}

/** Refuses the name of another run: a name must identify one run, or a command would read the wrong one. */
async function refuseNameOfOther(store: Store, run: RunId, name: string): Promise<void> {
  const other = (await store.runs()).find(({ id, provenance }) => provenance.name === name && id !== run);
  if (other === undefined) return;
  throw new AppError('name-taken', `run ${other.id} already has the name ${name}`, {
    hint: `choose another --name: a call that both runs have is not sent again (to free this name: \`seb rm ${shellWord(other.id)}\`)`,
  });
}
