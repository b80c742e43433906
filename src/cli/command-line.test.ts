import { describe, expect, it } from 'vitest';
import { sebHere } from '../../test/support/in-process.ts';

describe('commandLine', () => {
  it.each([
    [['run', 'simulated/ann'], 'a model follows its flag: `seb run --model simulated/ann`'],
    [['run', '--temperature', '0', '1'], 'an option got more values than it takes'],
    [['--run'], 'a command comes first: `seb run --model NAME`'],
    [['run', '--nothing-like-it'], '`seb run --help all` lists all flags'],
    [['report', '--html'], '`--out FOLDER` writes pages'],
    [['eval'], 'here it is `seb run --model NAME`'],
    [['gate'], 'here it is `seb compare NEW BASELINE --fail-if-lower MARGIN`'],
    [['show'], 'a run is an id or a name of `seb list`, or latest'],
  ])('says what to do about %j', async (args, advice) => {
    const { code, stderr } = await sebHere(args);
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(advice);
  });

  it.each(['experiments know', 'models openai', 'view latest', 'demo extra'])(
    'names no option where none was given: %s',
    async (line) => {
      const { code, stderr } = await sebHere(line.split(' '));
      expect(code).toBe(1);
      expect(stderr).toContain('Expected 0 arguments but got 1');
      expect(stderr).not.toContain('an option got');
    },
  );

  it('names one command for the name that other tools use, and similar names for a typo', async () => {
    expect((await sebHere(['gate'])).stderr).not.toContain('Did you mean');
    expect((await sebHere(['rum'])).stderr).toContain('Did you mean');
  });

  it('names no flag in the top help that only other commands list', async () => {
    const { stderr } = await sebHere(['--nothing-like-it']);
    expect(stderr).not.toContain('--help all'); // `seb --help all` lists no flags
  });
});
