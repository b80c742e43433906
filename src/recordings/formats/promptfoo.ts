import { linesOf } from '../../data/files/read-text.ts';
import { damagedLog, jsonLines, jsonObject } from '../damaged-log.ts';
import type { LogFormat, RecordedOutcome } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { fieldsOf, type JsonObject, numberOf, objectsOf, secondsOf, textOf, valueAt } from '../values.ts';
import { wholeJson } from '../whole-json.ts';

/** Output of promptfoo: `-o out.json` (one object) and `-o out.jsonl` (its rows). */
export const promptfoo: LogFormat = {
  name: 'promptfoo',
  looksLike: ({ text }) => /^\s*\{\s*"evalId"|"gradingResult"|"promptIdx"/.test(text),
  read: async (file, choice, start) => {
    const builder = new RecordingBuilder({ file, format: 'promptfoo', choice });
    const isWhole = /^\s*\{\s*"evalId"/.test(start.text);
    const whole = isWhole ? jsonObject(wholeJson(file, '`promptfoo export eval ID -o out.jsonl`'), file, '') : {};
    const list = objectsOf(valueAt(whole, 'results.results') ?? whole.results);
    const rows = isWhole
      ? list.map((row, index) => ({ row, place: `row ${index + 1}` }))
      : jsonLines(linesOf(file), file);
    const prompts = objectsOf(valueAt(whole, 'results.prompts'));
    const hasPrompts = new Set(prompts.map(({ label }) => textOf(label))).size > 1;
    const modelOf = (provider: unknown, prompt: unknown) =>
      `${textOf(provider)}${hasPrompts ? ` · ${textOf(prompt).slice(0, 40)}` : ''}`;
    for (const { provider, label } of prompts) builder.declareModel(modelOf(provider, label));
    const ids = new Map<string, unknown>();
    for (const { row, place } of rows) {
      if (row.testIdx === undefined || row.success === undefined)
        throw damagedLog(file, place, 'is not a row of promptfoo (no testIdx or success)');
      if (valueAt(row, 'response.cached') === true)
        builder.note('some responses came from the cache: repeats of them are copies, not new executions');
      if (row.success === true && row.gradingResult === null)
        builder.note('promptfoo counts rows without assertions as success, also empty ones');
      // `--repeat` gives every repeat a new testIdx: equal descriptions and variables are one item
      const content = JSON.stringify([valueAt(row, 'testCase.description'), row.vars]);
      if (!ids.has(content)) ids.set(content, row.testIdx);
      const provider = textOf(valueAt(row, 'provider.label')) || textOf(valueAt(row, 'provider.id')) || row.provider;
      const outcome = (value: number | null): RecordedOutcome =>
        hasFailed(row) ? { kind: 'absent', reason: 'failed', counted: 0 } : outcomeOf(value);
      const scores = [
        ['success', Number(row.success === true)] as const,
        ...fieldsOf(row.namedScores)
          .filter(([name]) => name !== 'confidence')
          .map(([name, value]) => [`namedScores.${name}`, numberOf(value)] as const),
      ];
      const about = {
        answer: textOf(valueAt(row, 'response.output')),
        confidence: hasFailed(row) ? null : confidenceOf(row, choice.confidence),
      };
      builder.addAll(
        {
          id: ids.get(content),
          text: hasPrompts ? content : textOf(valueAt(row, 'prompt.raw')),
          content,
          group: choice.group === undefined ? null : valueAt(row, choice.group),
        },
        {
          ...{ model: modelOf(provider, valueAt(row, 'prompt.label')), otherwise: outcome(null) },
          scored: scores.map(([score, value]) => ({ ...about, score, outcome: outcome(value) })),
          ...{ seconds: secondsOf(row.latencyMs), dollars: numberOf(row.cost) || null }, // 0 where the price is unknown
          ...{
            inputTokens: numberOf(valueAt(row, 'response.tokenUsage.prompt')),
            outputTokens: numberOf(valueAt(row, 'response.tokenUsage.completion')),
          },
        },
        place,
      );
    }
    return builder.finish({
      ...{
        version: textOf(valueAt(whole, 'metadata.promptfooVersion')) || null,
        task: textOf(valueAt(whole, 'config.description')),
        headline: 'success',
      },
      stated: prompts.map(({ provider, label, metrics }) => ({
        score: 'success',
        model: modelOf(provider, label),
        accuracy: passRate(metrics),
        stderr: null,
      })),
    });
  },
};

/** Returns the share of passed tests that promptfoo prints: failed calls count. */
function passRate(metrics: unknown): number | null {
  const counts = ['testPassCount', 'testFailCount', 'testErrorCount'].map(
    (name) => numberOf(valueAt(metrics, name)) ?? 0,
  );
  return numberOf((counts[0] ?? 0) / counts.reduce((sum, count) => sum + count, 0));
}

/** A failed assertion stands in `error` too; only `failureReason` 2 is a failed call. */
function hasFailed({ failureReason, gradingResult, error }: JsonObject): boolean {
  return failureReason === undefined ? textOf(gradingResult) === '' && textOf(error) !== '' : failureReason === 2;
}

/** Returns the stated confidence. Some versions multiply named scores by their weight; the assertions have the number itself. */
function confidenceOf(row: JsonObject, path: string | undefined): unknown {
  if (path !== undefined) return valueAt(row, path);
  const components = objectsOf(valueAt(row, 'gradingResult.componentResults'));
  const stated = components.map(
    (each) =>
      valueAt(each, 'namedScores.confidence') ??
      (valueAt(each, 'assertion.metric') === 'confidence' ? each.score : undefined),
  );
  return stated.find((value) => value !== undefined) ?? valueAt(row, 'namedScores.confidence');
}
