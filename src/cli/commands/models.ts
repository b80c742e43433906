import type { Command } from 'commander';
import stringWidth from 'string-width';
import { type ListedProvider, listProviders, type ProviderKind } from '../../models/registry.ts';
import { print, printScreen, wrapTyped } from '../../util/terminal.ts';
import { wrapText } from '../../util/text.ts';
import { isSet } from '../flags/command-options.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

const headings: Readonly<Record<ProviderKind, string>> = {
  'in-process': 'In this process',
  hosted: 'Hosted',
  server: 'Your own server',
  recorded: 'Recorded answers',
  simulated: 'Simulated',
};

const nameWidth = 32;
const gap = 2;

/** Lists how each provider's models are named, and what they need. */
export async function models(command: Command): Promise<void> {
  const providers = listProviders();
  if (isSet(command, 'json')) {
    const listed = providers.map(({ name, kind, about, example, credentials, ready }) => {
      return { provider: name, kind, about, example, needs: credentials, ready };
    });
    return print(JSON.stringify(listed));
  }
  const width = terminalWidth();
  for (const [kind, own] of Map.groupBy(providers, (provider) => provider.kind)) {
    printScreen(`${headings[kind]}:`);
    for (const line of own.flatMap((provider) => providerLines(provider, width))) printScreen(`  ${line}`);
  }
  printScreen('');
  const note =
    'Keys come from the environment or .env; they are never stored. `seb doctor --model NAME` checks a model.';
  for (const line of wrapTyped(note, width)) printScreen(line);
}

/** A provider's example name, and beside it (below a long name) what it is and needs. */
function providerLines({ example, about, credentials, ready }: ListedProvider, width: number): readonly string[] {
  const keys = credentials.map((set) => set.join(' + ')).join(' or ');
  const key = keys === '' ? '' : ready ? ` (key set: ${keys})` : ` (needs ${keys})`;
  const texts = wrapText(`${about}${key}`, width - nameWidth - 2 * gap);
  const indent = ' '.repeat(nameWidth + gap);
  const isLong = stringWidth(example) > nameWidth;
  return [...(isLong ? [example, `${indent}${texts[0]}`] : [`${example.padEnd(nameWidth + gap)}${texts[0]}`])].concat(
    texts.slice(1).map((text) => `${indent}${text}`),
  );
}
