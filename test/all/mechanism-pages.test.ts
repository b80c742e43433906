import { describe, expect, it, vi } from 'vitest';
import { experimentNamed, experimentRegistry } from '../../src/experiments/registry.ts';
import { commandsOf, executeLines } from '../support/page-commands.ts';
import { newFolder } from '../support/refusal.ts';

// Executes the commands of the page or section that documents each mechanism. They need no server and no key.
// test/all/bundled-study.test.ts executes that of transfer, and the tests of people those of docs/people.md.

vi.setConfig({ testTimeout: 1_200_000 });

interface Page {
  readonly page: string;
  /** Absent: the whole page; '': what stands above its first section. */
  readonly section?: string;
  /** Texts that only this mechanism prints. */
  readonly prints: string | RegExp | readonly string[];
}

/** Returns what the command of an experiment prints: what the experiment predicts. */
function taskOf(name: string): string {
  return experimentNamed(experimentRegistry(), name).presentation?.task ?? name;
}

const mechanisms: Readonly<Record<string, Page>> = {
  'attributes of models': {
    page: 'statistics.md',
    section: 'Attributes of models',
    prints: 'no cause',
  },
  'factors of sampling': { page: 'experiments.md', section: 'Factors', prints: 'temperature' },
  'the control answer-shown': {
    page: 'statistics.md',
    section: 'Can the model do the task at all?',
    prints: /own\s+answer\s+in\s+view/,
  },
  'single experiments': {
    page: 'experiments.md',
    section: '',
    prints: ['know', 'cost', 'repeat', 'flip', 'delegate', 'injection'].map(taskOf),
  },
  recognize: { page: 'experiments.md', section: 'recognize', prints: taskOf('recognize') },
  'judged properties': { page: 'experiments.md', section: 'Judged properties', prints: 'property' },
  ladder: { page: 'experiments.md', section: 'The ladder of property', prints: /planning/ },
  'the tool run_myself': { page: 'self-execution-tool.md', prints: /Self-execution tool/ },
  'the card': { page: 'replication.md', section: 'The card', prints: '# ' },
};

describe('the commands that document', () => {
  it.each(Object.entries(mechanisms))('%s run offline', async (_, { page, section, prints }) => {
    const lines = commandsOf(page, section);
    expect(lines.length).toBeGreaterThan(0);
    const printed = await executeLines(lines, newFolder());
    for (const text of [prints].flat()) expect(printed).toMatch(text);
  });

  it('cover every command of docs/experiments.md', () => {
    const own = Object.values(mechanisms).filter(({ page }) => page === 'experiments.md');
    const covered = own.flatMap(({ page, section }) => commandsOf(page, section));
    expect(commandsOf('experiments.md').filter((line) => !covered.includes(line))).toEqual([]);
  });
});
