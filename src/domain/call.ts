import { z } from 'zod';
import { canonicalJson, sha256 } from '../util/canonical-json.ts';
import type { Brand } from '../util/types.ts';
import type { AnswerForm } from './answer-form.ts';
import type { Injection } from './injection.ts';
import type { SlotId } from './slot.ts';
import type { Tool, ToolCall, ToolChoice } from './tool.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Tools that an assistant message calls; absent: none. */
  readonly toolCalls?: readonly ToolCall[];
  /** Id of the tool call whose result a message of the role `tool` holds; absent in other messages. */
  readonly answers?: string;
}

/**
 * Which model a call goes to: the subject; the run's judge (the subject itself, unless the run sets a judge); another
 * model of the run, given by `predictor` where it predicts the subject and by `part` otherwise; the executor of the
 * condition, which runs inner sessions; or the approver, who allows them.
 */
type CallRole = 'subject' | 'judge' | 'peer' | 'executor' | 'approver';

export const samplingSchema = z.strictObject({
  temperature: z.number().min(0).optional(),
  topP: z.number().gt(0).max(1).optional(),
  maxOutputTokens: z.int().positive().optional(),
  seed: z.int().optional(),
  reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
});
/** Sampling parameters of a request. An absent field is not sent, so the server's default applies. */
export type Sampling = Readonly<z.infer<typeof samplingSchema>>;

/** One request in a fresh session, as an experiment plans it. `slot`, `part` and `sample` identify it within its item. */
export interface Call {
  readonly slot: SlotId;
  /**
   * Distinguishes several calls of one slot (the question of a group, the peer that answers); '' if the slot has one
   * call.
   */
  readonly part: string;
  /** Sample number, from 0. Two executions of one prompt are two samples and never share an answer. */
  readonly sample: number;
  readonly role: CallRole;
  /** Display name of the other model that predicts the subject in this call (role `peer`); absent in all other calls. */
  readonly predictor?: string;
  readonly messages: readonly Message[];
  /** Maximum tokens of this answer, unless the run sets a maximum; absent: the experiment's maximum for the slot. */
  readonly maxOutputTokens?: number;
  /** Form that the answer is constrained to; absent in conditions without `constrain`. */
  readonly form?: AnswerForm | undefined;
  /** What happens to the answer while it is generated; absent: nothing, and it comes without its tokens. */
  readonly injection?: Injection | undefined;
  /** Tools that the model may call instead of answering; absent: none. */
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  /** Turn of a conversation with tools, from 0; absent in calls without tools. */
  readonly turn?: number;
  /** The prediction that started this inner session; absent in all other calls. */
  readonly within?: Pick<Call, 'slot' | 'part' | 'sample'>;
}

export type CallKey = Brand<'CallKey'>;

/** The fields that determine an answer, and therefore its key in the store. Timeouts and retries are not part of it. */
export interface KeyedCall {
  /** `identity` of the model that is called (see models/language-model.ts). */
  readonly model: string;
  readonly sampling: Sampling;
  readonly messages: readonly Message[];
  readonly slot: SlotId;
  readonly sample: number;
  /** Name of a deliberate repetition of the whole run. Absent: equal calls of all runs share a key. */
  readonly repeatAs?: string | undefined;
  /** Form that the server is asked to constrain the answer to; part of the key only when set. */
  readonly form?: AnswerForm | undefined;
  /** What happens to the answer while it is generated; part of the key only when set. */
  readonly injection?: Injection | undefined;
  /** Tools and the choice among them; part of the key only when set. */
  readonly tools?: readonly Tool[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
}

/**
 * Returns the canonical JSON of the keyed fields, which is stored with the answer. Written out field by field because
 * every call needs it: sorting the same names each time took most of the time.
 */
export function callText(call: KeyedCall): string {
  const { model, sampling, messages, slot, sample, repeatAs, form, injection, tools, toolChoice } = call;
  const said = messages.map(messageText).join(',');
  const repeated = repeatAs === undefined ? '' : `,"repeatAs":${JSON.stringify(repeatAs)}`;
  const asked = `"messages":[${said}],"model":${JSON.stringify(model)}${repeated},"sample":${sample}`;
  const constrained = form === undefined ? '' : `"form":${canonicalJson(form)},`;
  const injected = injection === undefined ? '' : `"injection":${canonicalJson(injection)},`;
  const choice = toolChoice === undefined ? '' : `,"toolChoice":"${toolChoice}"`;
  const offered = tools === undefined ? '' : `,"tools":${canonicalJson(tools)}`;
  return `{${constrained}${injected}${asked},"sampling":${samplingText(sampling)},"slot":"${slot}"${choice}${offered}}`;
}

function messageText({ role, content, toolCalls, answers }: Message): string {
  const answering = answers === undefined ? '' : `"answers":${JSON.stringify(answers)},`;
  const calling = toolCalls === undefined ? '' : `,"toolCalls":${canonicalJson(toolCalls)}`;
  return `{${answering}"content":${JSON.stringify(content)},"role":"${role}"${calling}}`;
}

const samplingFields = Object.keys({
  maxOutputTokens: true,
  reasoningEffort: true,
  seed: true,
  temperature: true,
  topP: true,
} satisfies Record<keyof Sampling, true>) as readonly (keyof Sampling)[]; // in canonical order

function samplingText(sampling: Sampling): string {
  let text = '';
  for (const name of samplingFields) {
    const value = sampling[name];
    if (value !== undefined) text += `${text === '' ? '' : ','}"${name}":${canonicalJson(value)}`;
  }
  return `{${text}}`;
}

/** Returns the hex sha256 of a call's text: the key of its answer in the store. */
export function callKey(text: string): CallKey {
  return sha256(text) as CallKey; // the only place that creates keys
}

/**
 * Returns the sampling that a model's answers are drawn with, in words: the same file gives other answers under the
 * defaults of a server than in this process, where nothing but the set values applies. `model`: its display name.
 */
export function effectiveSampling(model: string, { temperature, topP, seed }: Sampling): string {
  if (/^(?:gguf|bundled)\//.test(model)) {
    return `temperature ${temperature ?? 1}, top-p ${topP ?? 1}, no top-k or min-p, seeded by each call`;
  }
  const set = [
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(topP === undefined ? [] : [`top-p ${topP}`]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
  return set.length === 0 ? 'the servers’ default sampling' : `${set.join(', ')}, otherwise the servers’ defaults`;
}
