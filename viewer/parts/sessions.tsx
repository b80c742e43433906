import { slotText } from '../../src/outcome-kinds/words.ts';
import type { Session } from '../../src/view/contract/contract-items.ts';
import { sessionName } from '../../src/view/text/session-name.ts';
import { count } from './numbers.ts';
import { ModelName, Said, SaidBlock } from './text.tsx';
import { capitalized } from './verdict-words.tsx';

/** Shows sessions next to each other, as many as fit into the window. */
export function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
  return (
    <section aria-label="Sessions">
      <h2>Sessions</h2>
      <p className="sub">
        Each session starts empty. A judge sees only the response that it judges.
        {sessions.some(({ kind }) => kind === 'consult') &&
          ' A prediction with the tool run_myself shows all its turns in its prompt; each inner session is beside it.'}
      </p>
      {sessionRows(sessions).map((row, index) => (
        <ol key={index} className="sessions">
          {row.map((session) => (
            <li key={`${session.slot} ${session.part} ${session.sample}`}>
              <SessionView session={session} />
            </li>
          ))}
        </ol>
      ))}
    </section>
  );
}

/** Returns the predictions as the first row, then a row for each execution: its sessions and those of its judges. */
function sessionRows(sessions: readonly Session[]): readonly (readonly Session[])[] {
  const isBefore = ({ kind }: Session) =>
    kind === 'predict' || kind === 'author' || kind === 'consult' || kind === 'approve';
  const first = sessions.filter(isBefore);
  const executions = Map.groupBy(
    sessions.filter((session) => !isBefore(session)),
    ({ sample }) => sample,
  );
  const rows = [first, ...executions.values()].filter((row) => row.length > 0);
  // one execution without a judge fits beside its prediction
  return rows.every(({ length }) => length === 1) && rows.length <= 4 ? [rows.flat()] : rows;
}

function SessionView({ session }: { readonly session: Session }) {
  const { slot, kind, part, model, messages, answer, failure, reading } = session;
  return (
    <article className={`session ${kind}`}>
      <h3>
        {capitalized(sessionName(session))}
        {part !== '' && (
          <>
            : <Said text={part} />
          </>
        )}
      </h3>
      <p className="sub">
        <ModelName name={model} /> · slot <Said text={slotText(slot)} />
      </p>
      <details open={kind === 'predict'}>
        <summary>Prompt</summary>
        {messages.map((message, index) => (
          <div key={index}>
            {messages.length > 1 && <p className="role">{message.role}</p>}
            {(message.content !== '' || message.calls === undefined) && <SaidBlock text={message.content} />}
            <ToolCalls calls={message.calls} />
          </div>
        ))}
      </details>
      {answer === null ? (
        <p className="absent">
          No answer{failure === null ? ' yet' : ': '}
          {failure !== null && <Said text={failure} />}
        </p>
      ) : (
        <>
          {answer.reasoning !== null && answer.reasoning !== '' && (
            <details>
              <summary>Reasoning, {count(answer.reasoning.length)} characters</summary>
              <SaidBlock text={answer.reasoning} />
            </details>
          )}
          <p className="role">
            Answer{answer.kind === 'answered' ? '' : ` (${answer.kind === 'truncated' ? 'cut off' : answer.kind})`}
          </p>
          <SaidBlock
            text={answer.text}
            length={answer.length}
            span={reading?.span ?? null}
            inserted={answer.inserted?.span ?? null}
          />
          {answer.inserted !== null && (
            <p className="sub">
              Inserted, not written by the model: <Said text={JSON.stringify(answer.inserted.text)} /> (
              {answer.inserted.ids.length === 1 ? '1 token' : `${count(answer.inserted.ids.length)} tokens`})
            </p>
          )}
          <ToolCalls calls={answer.calls} />
        </>
      )}
      {reading !== null && (
        <p className={`reading ${reading.kind}`}>
          {reading.kind === 'parsed' ? 'Read as ' : reading.kind === 'declined' ? 'Declined: ' : 'Could not be read: '}
          <b>
            <Said text={reading.value} />
          </b>
          {reading.step !== null && <span className="sub"> by the step “{reading.step}”</span>}
        </p>
      )}
      {answer !== null && (
        <p className="sub facts">
          <Said text={factsOf(answer).join(' · ')} />
        </p>
      )}
    </article>
  );
}

/** Shows the tools that a message calls. */
function ToolCalls({ calls = [] }: { readonly calls?: readonly string[] | undefined }) {
  return calls.map((call, index) => (
    <div key={index}>
      <p className="role">calls the tool</p>
      <SaidBlock text={call} />
    </div>
  ));
}

function factsOf(answer: NonNullable<Session['answer']>): readonly string[] {
  const { inputTokens, outputTokens, reasoningTokens, latencyMs, cost, served } = answer;
  return [
    outputTokens === null ? 'tokens not counted' : `${count(outputTokens)} tokens out`,
    ...(inputTokens === null ? [] : [`${count(inputTokens)} in`]),
    ...(reasoningTokens === null ? [] : [`${count(reasoningTokens)} of reasoning`]),
    ...(latencyMs === null || latencyMs === 0 // a recording does not say
      ? []
      : [latencyMs < 1000 ? `${Math.round(latencyMs)} ms` : `${(latencyMs / 1000).toFixed(1)} s`]),
    ...(outputTokens === null || latencyMs === null || latencyMs < 50
      ? []
      : [`${Math.round((outputTokens * 1000) / latencyMs)} tokens/s`]),
    ...(cost === null ? ['cost unknown'] : cost === 0 ? [] : [`$${cost.toFixed(4)}`]),
    ...(served === null ? [] : [`served by ${served}`]),
  ];
}
