import type { LoggedAnswer } from '../input/logged-answer.ts';
import { visible } from '../render/safe-json.ts';
import type { InspectSample } from './json-types.ts';

const maxSummaryLength = 1_000; // characters

/** JSON of a sample, and of its entry in a log's summaries. */
interface SampleJson {
  readonly sample: string;
  readonly summary: string;
}

/**
 * Returns the JSON of a sample. Written by hand because there are hundreds of thousands: each text is serialized once.
 * NaN is a bare word, as in Inspect.
 */
export function sampleJson({
  id,
  epoch,
  input,
  target,
  model,
  score,
  answer,
  metadata,
  events,
  conversation,
  usage,
  uuid,
  times,
}: InspectSample): SampleJson {
  const [name, asked, happened, told = ''] = [id, input, target, score.answer].map((text) => JSON.stringify(text));
  const begin = `{"id":${name},"epoch":${epoch}`;
  const place = `"metadata":${JSON.stringify(metadata)}`;
  const output = conversation?.output ?? { model, choices: [], completion: '' };
  const used = `"model_usage":${JSON.stringify(usage.byModel)},"role_usage":${JSON.stringify(usage.byRole)}`;
  const { startedAt, completedAt, total, working } = times;
  const timed =
    `"uuid":"${uuid}","started_at":${JSON.stringify(startedAt)},"completed_at":${JSON.stringify(completedAt)},` +
    `"total_time":${total},"working_time":${working}`;
  const messages = conversation?.messages ?? [];
  const turns = `"turn_count":${events.filter(({ error }) => error === undefined).length}`;
  const right = answer === null ? [] : [`"accuracy":${answerJson(answer)}`];
  const scores = (text: string, more: string) => {
    const prediction = `"self_prediction":{"value":${score.value},"answer":${text}${more},"history":[]}`;
    return `"scores":{${[...(score.value === null ? [] : [prediction]), ...right].join(',')}}`;
  };
  const sample =
    `${begin},"input":${asked},"target":${happened},` +
    `"messages":${JSON.stringify(messages)},"output":${JSON.stringify(output)},` +
    `${scores(told, `,"metadata":${JSON.stringify(score.metadata)}`)},${place},"store":{},` +
    `"events":${JSON.stringify(events)},${used},${timed},${turns},"attachments":{}}`;
  const summary =
    `${begin},"input":${cut(input) ?? asked},"target":${cut(target) ?? happened},${place},` +
    `${scores(cut(score.answer) ?? told, '')},${used},${timed},"message_count":${messages.length},${turns},"completed":true}`;
  return { sample: visible(sample), summary: visible(summary) };
}

/** Returns the score of right and wrong as JSON: N, which Inspect counts as wrong, without an answer; NaN where it does not count. */
function answerJson({ right, confidence }: LoggedAnswer): string {
  const value = right === 'no answer' ? '"N"' : right === null ? 'NaN' : right;
  const metadata = confidence === null ? '{}' : `{"confidence":${confidence}}`;
  return `{"value":${value},"answer":null,"metadata":${metadata},"history":[]}`;
}

/** Returns the JSON of the beginning of a text; null if the text is short enough. */
function cut(text: string): string | null {
  return text.length <= maxSummaryLength ? null : JSON.stringify(text.slice(0, maxSummaryLength));
}
