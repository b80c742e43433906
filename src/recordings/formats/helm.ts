import { dirname, join } from 'node:path';
import { ownFilesIn, readText } from '../../data/files/read-text.ts';
import { isRecord } from '../../util/is-record.ts';
import { ChosenFields } from '../chosen-fields.ts';
import { damagedLog, jsonValue, rowsOfList } from '../damaged-log.ts';
import type { LogFormat, StatedValue } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { answerText, type JsonObject, numberOf, objectsOf, textOf, valueAt } from '../values.ts';
import { wholeJson } from '../whole-json.ts';

/** Statistics of HELM that describe a request and do not score its answer. */
const bookkeeping =
  /^(?:num_|training_|inference_|batch_size$|finish_reason_|prompt_truncated$|max_prob$|logprob|log_prob|predicted_index$|selected_|platt_|ece_)/;

/** Per-instance statistics of HELM (`per_instance_stats.json`), with `run_spec.json`, `scenario_state.json` and `stats.json` beside them. */
export const helm: LogFormat = {
  name: 'HELM',
  looksLike: ({ text }) => /^\s*\[\s*\{\s*"instance_id":/.test(text) && /"train_trial_index"|"stats":/.test(text),
  read: async (file, choice) => {
    const list = jsonValue(wholeJson(file, 'a run with fewer instances'), file, '');
    const builder = new RecordingBuilder({ file, format: 'HELM', choice });
    const fields = new ChosenFields(file, choice);
    const spec = besides(file, 'run_spec.json');
    const states = statesBeside(file);
    const model = textOf(valueAt(spec, 'adapter_spec.model')) || 'model';
    if (!isRecord(spec)) builder.note('no run_spec.json beside the statistics: the model is not known');
    for (const [index, row] of rowsOfList(Array.isArray(list) ? list : [], file).entries()) {
      const place = `element ${index + 1}`;
      if (row.instance_id === undefined || !Array.isArray(row.stats))
        throw damagedLog(file, place, 'is not an instance of HELM (no instance_id or stats)');
      const state = states.get(placeOf(row.instance_id, row));
      if (!fields.keeps({ ...row, ...state })) continue;
      const perturbation = textOf(valueAt(row, 'perturbation.name'));
      const references = objectsOf(valueAt(state, 'instance.references'));
      const right = references.find(({ tags }) => Array.isArray(tags) && tags.includes('correct'));
      const key = textOf(valueAt(right, 'output.text'));
      const instance = textOf(row.instance_id);
      const scored = objectsOf(row.stats).flatMap((stat) => {
        const name = textOf(valueAt(stat, 'name.name'));
        return bookkeeping.test(name) ? [] : [{ score: name, outcome: outcomeOf(stat.count === 0 ? null : stat.mean) }];
      });
      const whole = { ...row, ...state };
      builder.addAll(
        {
          id: perturbation === '' ? instance : `${instance}:${perturbation}`,
          text: textOf(valueAt(state, 'instance.input.text')),
          ...{ content: key, key },
          group: choice.group === undefined ? instance : fields.at(whole, 'group'), // perturbations of one instance are dependent
          stratum: fields.at(whole, 'stratum'),
        },
        {
          ...{ model, epoch: (numberOf(row.train_trial_index) ?? 0) + 1, otherwise: outcomeOf(null) },
          scored: scored.map((each) => ({
            ...each,
            answer: answerIn(state),
            confidence: fields.at(whole, 'confidence'),
          })),
          seconds: numberOf(valueAt(state, 'result.request_time')),
        },
        place,
      );
    }
    fields.check();
    const names = valueAt(objectsOf(valueAt(spec, 'metric_specs'))[0], 'args.names');
    return builder.finish({
      ...{ version: null, task: textOf(valueAt(spec, 'name')).split(/[:,]model=/)[0] ?? '' },
      headline: Array.isArray(names) ? textOf(names[0]) : null,
      ...{ stated: statedBeside(file, model), fields: fields.listed(), stratum: fields.stratum },
    });
  },
};

/** Returns the content of HELM's own file beside the statistics; null without one. */
function besides(file: string, name: string): unknown {
  if (!ownFilesIn(dirname(file)).includes(name)) return null;
  const path = join(dirname(file), name);
  return jsonValue(readText(path), path, '');
}

function placeOf(id: unknown, { perturbation, train_trial_index: trial }: JsonObject): string {
  return JSON.stringify([id, textOf(valueAt(perturbation, 'name')), numberOf(trial) ?? 0]);
}

/** Returns the request and answer of each instance; of several requests (one for each choice) the first. */
function statesBeside(file: string): ReadonlyMap<string, JsonObject> {
  const states = new Map<string, JsonObject>();
  for (const state of objectsOf(valueAt(besides(file, 'scenario_state.json'), 'request_states'))) {
    const perturbation = valueAt(state, 'instance.perturbation');
    const place = placeOf(valueAt(state, 'instance.id'), { ...state, perturbation });
    if (!states.has(place)) states.set(place, state);
  }
  return states;
}

function answerIn(state: JsonObject | undefined): string | null {
  return answerText(valueAt(objectsOf(valueAt(state, 'result.completions'))[0], 'text'));
}

/** Returns the means that HELM states over the unperturbed instances. */
function statedBeside(file: string, model: string): readonly StatedValue[] {
  const stats = besides(file, 'stats.json');
  return objectsOf(stats).flatMap((stat) => {
    const name = textOf(valueAt(stat, 'name.name'));
    const isOwn = valueAt(stat, 'name.perturbation') === undefined && !bookkeeping.test(name);
    return isOwn ? [{ score: name, model, accuracy: numberOf(stat.mean), stderr: null }] : [];
  });
}
