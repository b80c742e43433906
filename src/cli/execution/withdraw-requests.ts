import type { Command } from 'commander';
import type { RunId } from '../../domain/run-config.ts';
import type { Store } from '../../store/store.ts';
import { counted } from '../../util/numbers.ts';
import { tell } from '../../util/terminal.ts';
import { isSet } from '../flags/command-options.ts';

/** Takes the request files of a run back where the user asks for it. */
export async function withdrawIfAsked(
  run: RunId,
  { store, command }: { readonly store: Store; readonly command: Command },
): Promise<void> {
  if (!isSet(command, 'withdrawRequests')) return;
  const { withdrawRequests } = await import('../../answers/batch/request-files.ts');
  tell(`note: ${counted(await withdrawRequests(store, run), 'request file')} withdrawn; late answers still count\n`);
}
