import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addCommands } from '../commands.ts';
import { asTyped, commandsWithoutStore } from './next-command.ts';

/** Returns the commands without commands inside them, each as its path: `train start`. */
function leaves(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((each) => {
    const inner = [...path, each.name()];
    return each.commands.length === 0 ? [[inner.join(' '), each] as const] : leaves(each, inner);
  });
}

describe('asTyped', () => {
  const commands = leaves(addCommands(new Command('seb')));

  it('adds the store to each command that has a flag for it, and to no other', () => {
    expect(commands.length).toBeGreaterThan(30);
    const typed = commands.map(([path]) => asTyped('mine.sqlite')(`seb ${path} RUN`).endsWith(' --store mine.sqlite'));
    expect(typed).toEqual(commands.map(([, { options }]) => options.some(({ long }) => long === '--store')));
    expect(
      commandsWithoutStore.filter((name) => !commands.some(([path]) => [path, path.split(' ')[0]].includes(name))),
    ).toEqual([]);
  });

  it.each([
    ['seb report --store other.sqlite', 'seb report --store other.sqlite'],
    ['seb run --help all', 'seb run --help all'],
    ['wait for the host', 'wait for the host'],
  ])('leaves "%s"', (command, typed) => {
    expect(asTyped('mine.sqlite')(command)).toBe(typed);
  });
});
