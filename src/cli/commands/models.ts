import type { Command } from 'commander';
import { listProviders } from '../../models/registry.ts';
import { print } from '../../util/terminal.ts';
import { table } from '../../util/text.ts';
import { isSet } from '../command-options.ts';

/** How each provider's models are named, and what they need. */
export async function models(command: Command): Promise<void> {
  const listed = listProviders().map(({ name, kind, about, example, credentials, ready }) => ({
    provider: name,
    kind,
    about,
    example,
    needs: credentials,
    ready,
  }));
  if (isSet(command, 'json')) return print(JSON.stringify(listed));
  const rows = listed.flatMap(({ example, kind, about, needs, ready }) => {
    const [first = '', ...others] = needs.map((set) => set.join(' + '));
    const key = first === '' ? '' : `${ready ? 'set' : 'needs'} ${first}`;
    return [[example, kind, about, key], ...others.map((other) => ['', '', '', `or ${other}`])];
  });
  print(table(['name a model like this', 'kind', 'what it is', 'key'], rows, ['left', 'left', 'left', 'left']));
  print('\nKeys come from the environment or .env; they are never stored. `seb doctor --model NAME` tries a model.');
}
