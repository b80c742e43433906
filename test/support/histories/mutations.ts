import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';

/** A fault in the program: text of a file under `src`, and what replaces it. */
interface Mutation {
  readonly file: string;
  readonly replace: string;
  readonly by: string;
}

/** Faults that the histories must notice, by name. A test plays histories with each of them. */
export const mutations = {
  'a halt does not wake who waits for money': {
    file: 'answers/live/budget.ts',
    replace: 'this.#ends = new Waiters(stop);',
    by: 'this.#ends = new Waiters(new AbortController().signal);',
  },
  'the end of a call does not wake who waits for money': {
    file: 'answers/live/budget.ts',
    replace: 'this.#ends.wakeAll();',
    by: '',
  },
  'the end of the queue does not hear of a halt': {
    file: 'answers/workers/work-run.ts',
    replace: 'const parts = (halt: AbortSignal) => blocks.parts(halt);',
    by: 'const parts = () => blocks.parts(ends);',
  },
  'calls are sent without a check of the lease': {
    file: 'answers/live/limits/endpoints.ts',
    replace: 'lease?.isCurrent() ?? true',
    by: 'true',
  },
  'a lease that has not expired is taken over': {
    file: 'store/sql/leases.ts',
    replace: ".where(({ eb }) => (state === 'ended' ? sql.lit(true) : eb('leases.expires_at', '<', now)))",
    by: '',
  },
  'a lease counts from the reply of the store': {
    file: 'store/sql/leases.ts',
    replace: 'let renewedAt = takenAt;',
    by: 'let renewedAt = now();',
  },
  'a lease lasts until the clock is where it was': {
    file: 'store/sql/leases.ts',
    replace: ".set({ expires_at: expiry }).where('expires_at', '>', expiry)",
    by: ".set({ expires_at: expiry }).where('expires_at', '<', 0)",
  },
  'an answer counts before it is stored': {
    file: 'store/answers/answer-journal.ts',
    replace: 'return await this.#group.add(entryOf(answer));',
    by: "void this.#group.add(entryOf(answer)).catch(() => {}); return 'inserted';",
  },
  'a second answer replaces a stored one': {
    file: 'store/answers/answer-journal.ts',
    replace: ".onConflict((conflict) => conflict.column('key').doNothing())\n          .returning('place')",
    by: ".onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ block: row.ref('excluded.block') })))\n          .returning('place')",
  },
  'stored answers are not looked up': {
    file: 'answers/live/single-flight.ts',
    replace: 'if (found !== undefined) return this.#found(found);\n      if (this.#isShared',
    by: 'if (this.#isShared',
  },
  'calls of other runs are not claimed': {
    file: 'answers/live/single-flight.ts',
    replace: 'if (this.#isShared && claims !== null) return await this.#claimAndSend(key, { claims, send });',
    by: '',
  },
  'calls in request files are sent': {
    file: 'answers/live/single-flight.ts',
    replace: 'return job !== undefined;',
    by: 'return false;',
  },
  'calls in request files are written again': {
    file: 'answers/jobs/calls-out.ts',
    replace: 'return job !== undefined;',
    by: 'return false;',
  },
  'jobs of a process that has ended are not read': {
    file: 'answers/live/single-flight.ts',
    replace: 'if (this.#isShared && !isShared) await this.#options.out.refresh();',
    by: '',
  },
  'a request file gets its name without a check of the lease': {
    file: 'answers/batch/request-files.ts',
    replace: 'await untilCurrent(this.#leased.lease, this.#leased.stop);',
    by: '',
  },
  'claims of calls in flight that could not be written are not repeated': {
    file: 'answers/live/single-flight.ts',
    replace: 'else if (!this.#isClaimed) {',
    by: 'else if (!this.#isClaimed) {\n this.#isClaimed = true;',
  },
  'a call is sent before its money is on disk': {
    file: 'answers/live/reservation.ts',
    replace: 'await hold(() => budget.reserved);',
    by: '',
  },
  'money of an answer that could not be stored is forgotten': {
    file: 'store/sql/leases.ts',
    replace: '...this.#chargeUnstored({ run, owner, dollars: held.reserved }),',
    by: '',
  },
  'a batch without a reply is created again without a search': {
    file: 'answers/batch/submit.ts',
    replace: 'job = await resolved(context, port, job);',
    by: '',
  },
  'a batch is created without a check of the lease': {
    file: 'answers/batch/submit.ts',
    replace: 'await untilCurrent(context.lease, context.stop);',
    by: '',
  },
  'a training job without a reply is created again without a search': {
    file: 'train/jobs/submit.ts',
    replace: "const found = await findAtHost(context, job, job.state.kind === 'unresolved' ? 2 : 1);",
    by: 'const found = null;',
  },
} as const satisfies Readonly<Record<string, Mutation>>;

export type MutationName = keyof typeof mutations;

/** Breaks the program for this process: files that are loaded from now on. Throws when the text to replace is gone. */
export function breakProgram(name: string): void {
  const chosen = Object.entries(mutations).find(([each]) => each === name);
  if (chosen === undefined) throw new Error(`no mutation "${name}"`);
  const [, { file, replace, by }] = chosen;
  const url = new URL(`../../../src/${file}`, import.meta.url);
  const text = readFileSync(url, 'utf8');
  if (text.split(replace).length !== 2) throw new Error(`${file} does not have this text once: ${replace}`);
  const source = stripTypeScriptTypes(text.replace(replace, () => by));
  registerHooks({
    load: (loaded, context, next) =>
      loaded === url.href ? { format: 'module', source, shortCircuit: true } : next(loaded, context),
  });
}
