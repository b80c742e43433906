/**
 * Repeats the reproductions of the reliability and security audit against real loopback servers:
 *   node bench/audit/run.ts [DEFECT...]
 * Prints a Markdown table (defect, what, expected, seen, ok) and the time that it took; exits with 1 when a check is not ok.
 * A case is a file in cases/ that exports `auditCase`. Three run at once: they mostly wait for processes to start.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Semaphore } from '../../src/models/semaphore.ts';
import type { AuditCase, Check } from './audit-case.ts';
import { runSeb } from './command.ts';
import { type AuditServer, auditServer } from './server.ts';

const atOnce = 3;
const folder = new URL('./cases/', import.meta.url);

async function loadCases(): Promise<readonly AuditCase[]> {
  const cases: AuditCase[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
    const { auditCase } = (await import(new URL(name, folder).href)) as { auditCase: AuditCase }; // files of this folder
    cases.push(auditCase);
  }
  return cases.toSorted((a, b) => a.defect.localeCompare(b.defect, 'en', { numeric: true }));
}

async function runCase(each: AuditCase): Promise<readonly Check[]> {
  const scratch = mkdtempSync(join(tmpdir(), `seb-audit-${each.defect}-`));
  const servers: AuditServer[] = [];
  try {
    return await each.check({
      folder: scratch,
      seb: (args, options) => runSeb(args, scratch, options),
      async serve(reply) {
        const server = await auditServer(reply);
        servers.push(server);
        return server;
      },
    });
  } catch (error) {
    return [{ what: 'the case itself', expected: 'no error', seen: String(error), ok: false }];
  } finally {
    for (const server of servers) await server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |\n`;
}

const chosen = process.argv.slice(2);
const startedAt = performance.now();
const cases = (await loadCases()).filter(({ defect }) => chosen.length === 0 || chosen.includes(defect));
const places = new Semaphore(atOnce);
const results = cases.map((each) => ({ defect: each.defect, checks: places.run(() => runCase(each)) }));
let failed = 0;
process.stdout.write(row(['defect', 'what', 'expected', 'seen', 'ok']) + row(Array(5).fill('---')));
for (const { defect, checks } of results) {
  for (const { what, expected, seen, ok } of await checks) {
    if (ok === false) failed += 1;
    process.stdout.write(row([defect, what, expected, seen, ok === null ? 'not measured' : ok ? 'yes' : 'NO']));
  }
}
const minutes = (performance.now() - startedAt) / 60_000;
process.stdout.write(`\n${failed} checks failed; ${minutes.toFixed(1)} minutes\n`);
process.exitCode = failed === 0 ? 0 : 1;
