import { describe, expect, it } from 'vitest';
import { sampleLog } from '../../../test/support/logs.ts';
import { readRecording } from '../../recordings/formats.ts';
import { settingNotes } from './differing-settings.ts';

const log = await readRecording(sampleLog('inspect/times_alpha-large.eval'));

/** Returns what is said of two logs with these settings, the second one by another model where it is named. */
const said = (one: object, other: object, model = log.models[0] ?? '') =>
  settingNotes([
    { ...log, file: 'logs/a.eval', settings: { ...one } },
    { ...log, file: 'logs/b.eval', settings: { ...other }, models: [model] },
  ]);

describe('settingNotes', () => {
  it.each<[string, object, object, string]>([
    [
      'a version of the task',
      { 'task version': '1' },
      { 'task version': '2' },
      'task version (1 in a.eval, 2 in b.eval)',
    ],
    [
      'a temperature',
      { temperature: '0', seed: '1' },
      { temperature: '0.7', seed: '1' },
      'temperature (0 in a.eval, 0.7 in b.eval)',
    ],
    ['a number of examples', { 'n-shot': '0' }, { 'n-shot': '5' }, 'n-shot (0 in a.eval, 5 in b.eval)'],
    ['a limit that one lacks', { limit: '10', seed: '1' }, { seed: '1' }, 'limit (10 in a.eval, unset in b.eval)'],
    ['a long text', { system_message: 'x'.repeat(50) }, { system_message: 'y' }, 'system_message'],
    ['how the model is reached', { 'model_args.url': 'u' }, { 'model_args.url': 'v' }, 'model_args.url'],
    ['a role', { 'model_roles.grader': 'a/x' }, { 'model_roles.grader': 'a/y' }, 'model_roles.grader'],
    [
      'many',
      { a: '1', b: '1', c: '1', d: '1', e: '1' },
      { f: '1' },
      'a (1 in a.eval, unset in b.eval), b (1 in a.eval, unset in b.eval), c (1 in a.eval, unset in b.eval), d (1 in a.eval, unset in b.eval) and 2 more',
    ],
  ])('names %s in which logs of one model differ', (_, one, other, text) => {
    expect(said(one, other)).toEqual([`the logs of ${log.task} differ in ${text}`]);
  });

  it.each<[string, object, object]>([
    ['settings that one log does not record', { temperature: '0' }, {}],
    ['equal settings', { temperature: '0' }, { temperature: '0' }],
    ['how each model is reached', { 'model_args.url': 'u' }, { 'model_args.url': 'v' }],
    ['the roles of each model', { model_roles: 'u' }, { model_roles: 'v' }],
  ])('does not name %s of two models', (_, one, other) => {
    expect(said(one, other, 'other/model')).toEqual([]);
  });

  it('does not compare logs of two tasks', () => {
    expect(
      settingNotes([
        { ...log, settings: { a: '1' } },
        { ...log, task: 'other', settings: {} },
      ]),
    ).toEqual([]);
  });
});
