import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineIdOf } from '../../../src/answers/batch/line-ids.ts';
import type { Attempt } from '../../../src/domain/answer.ts';
import type { CallKey } from '../../../src/domain/call.ts';
import type { RunId } from '../../../src/domain/run-config.ts';
import { failed } from '../../../src/models/failures/failure.ts';
import { post } from '../../../src/models/http/http-post.ts';
import type { LanguageModel, ModelRequest } from '../../../src/models/language-model.ts';
import { compactKey } from '../../../src/store/answers/compact-key.ts';
import type { Scenario } from './scenario.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** A line of a request file, whose body is the request itself. */
interface Line {
  readonly custom_id: string;
  readonly body: ModelRequest;
}

/** The user's own engine: it answers the lines of every request file in a folder, or writes an error. */
export class SimulatedEngine {
  readonly folder = mkdtempSync(join(tmpdir(), 'seb-history-'));
  readonly #scenario: Scenario;
  readonly #server: SimulatedServer;
  readonly #base: LanguageModel;
  /** Lines of files that are not answered yet, by the ids of their calls. */
  readonly #waiting = new Map<string, Line & { readonly run: RunId }>();
  /** Calls whose answers are in a result file. */
  readonly #answered = new Set<string>();
  readonly #seen = new Set<string>();
  #results = 0;

  constructor(scenario: Scenario, server: SimulatedServer, base: LanguageModel) {
    [this.#scenario, this.#server, this.#base] = [scenario, server, base];
    mkdirSync(this.requests);
    server.onSent = (key) => {
      this.#look();
      const id = compactKey(key);
      return this.#waiting.has(id) || this.#answered.has(id);
    };
  }

  /** Folder of the request files. */
  get requests(): string {
    return join(this.folder, 'requests');
  }

  /** Returns the model as it writes requests and reads results: it posts the request, and a reply holds the attempt. */
  modelFor(model: LanguageModel): LanguageModel {
    const open = () => Promise.reject(new Error('the engine has no batches'));
    return {
      ...model,
      batch: { priceFactor: 1, requestPath: '/v1/chat/completions', open },
      ask: async ({ signal, ...request }) => {
        const url = new URL('http://engine/');
        const reply = await post({
          dispatcher: null as never,
          url,
          headers: {},
          body: JSON.stringify(request),
          signal,
        }); // never sent
        if (reply.status !== 200)
          return failed(reply.status === 404 ? 'not-found' : 'server-error', 'the engine failed');
        return (JSON.parse(reply.bytes.toString()) as { readonly attempt: Attempt }).attempt; // written below
      },
    };
  }

  /** Answers waiting lines of a run, and returns the result files of that run that it has not taken. */
  async work(own: RunId): Promise<readonly string[]> {
    this.#look();
    const { faults, random } = this.#scenario;
    const lines: object[] = [];
    for (const [id, { body, run }] of this.#waiting) {
      if (run !== own || random() < 0.2) continue; // not yet
      this.#waiting.delete(id);
      const isRefused = this.#scenario.happens(faults.invalid);
      if (isRefused || this.#scenario.happens(faults.serverError)) {
        const response = { status_code: isRefused ? 404 : 503, body: null };
        lines.push({ custom_id: id, response, error: { message: 'the engine failed' } });
        continue;
      }
      this.#answered.add(lineIdOf(id).call);
      const attempt = await this.#server.answerOf(this.#base, body);
      lines.push({ custom_id: id, response: { status_code: 200, body: { attempt } } });
    }
    this.#results += 1;
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const name = `results-${own}-${String(this.#results).padStart(3, '0')}.jsonl`;
    if (text !== '') writeFileSync(join(this.folder, name), text);
    const all = readdirSync(this.folder).toSorted();
    return all.filter((each) => each.startsWith(`results-${own}-`)).map((each) => join(this.folder, each));
  }

  /** Hears that a run has taken result files. */
  taken(files: readonly string[]): void {
    for (const file of files) rmSync(file, { force: true });
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Takes the lines of new files. None may hold a call that is waiting or has an answer. */
  #look(): void {
    for (const name of readdirSync(this.requests).toSorted()) {
      if (this.#seen.has(name) || !name.endsWith('.jsonl')) continue;
      this.#seen.add(name);
      const run = name.slice(0, 12) as RunId; // names begin with the run
      for (const text of readFileSync(join(this.requests, name), 'utf8').trimEnd().split('\n')) {
        const line = JSON.parse(text) as Line; // written by `requestLine`
        const { call } = lineIdOf(line.custom_id);
        if (this.#answered.has(call) || [...this.#waiting.keys()].some((id) => lineIdOf(id).call === call))
          this.#scenario.problems.push(`a call is in ${name} although it is in an earlier file`);
        this.#waiting.set(line.custom_id, { ...line, run });
        const { key } = line.body as { readonly key: CallKey };
        if (this.#server.isInFlight(key) && this.#server.hasClaims)
          this.#scenario.problems.push(`a call is in ${name} although a process is sending it`);
      }
    }
  }
}
