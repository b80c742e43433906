import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runOptions } from '../../src/answers/options/run-options.ts';
import { once } from '../../src/util/remembered.ts';
import { hasSitePackages, withoutSitePackages } from '../support/site-packages.ts';
import { root } from './source-files.ts';

/** The part of TypeScript 5 that the test uses; TypeScript 7 has no such interface, so that of API Extractor is used (site/package.json). */
interface Compiler {
  readonly sys: unknown;
  createProgram(files: readonly string[], options: object): Program;
  displayPartsToString(parts: unknown): string;
}
interface Program {
  getTypeChecker(): Checker;
  getSourceFile(file: string): unknown;
}
interface Checker {
  getSymbolAtLocation(node: unknown): unknown;
  getExportsOfModule(module: unknown): readonly { readonly name: string }[];
  getDeclaredTypeOfSymbol(symbol: unknown): unknown;
  getPropertiesOfType(type: unknown): readonly Property[];
}
interface Property {
  readonly name: string;
  getDocumentationComment(checker: Checker): unknown;
}

const compiled = once(() => {
  const fromSite = createRequire(join(root, 'site', 'package.json'));
  const compiler = createRequire(fromSite.resolve('@microsoft/api-extractor'))('typescript') as Compiler;
  const program = compiler.createProgram(['src/index.ts'], {
    ...{ allowImportingTsExtensions: true, noEmit: true, strict: true, skipLibCheck: true, types: ['node'] },
    ...{ module: 199, moduleResolution: 99, target: 11, exactOptionalPropertyTypes: true }, // nodenext, es2024
  });
  return { compiler, program, checker: program.getTypeChecker() };
});

/** Returns the comment that an editor shows on each field of a type that the package exports. */
function hoverComments(type: string): ReadonlyMap<string, string> {
  const { compiler, program, checker } = compiled();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile('src/index.ts')));
  const declared = checker.getDeclaredTypeOfSymbol(exported.find(({ name }) => name === type));
  return new Map(
    checker
      .getPropertiesOfType(declared)
      .map((field) => [field.name, compiler.displayPartsToString(field.getDocumentationComment(checker))]),
  );
}

const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();

describe.skipIf(!hasSitePackages)(`hover comments${withoutSitePackages}`, () => {
  describe.each(['RunOptions', 'SebConfig', 'MeasureOptions'])('of %s', (type) => {
    const comments = once(() => hoverComments(type));
    const own: readonly string[] = { SebConfig: ['model', 'judge'], MeasureOptions: ['judge', 'store'] }[type] ?? [];

    it('are on every field', () => {
      expect(comments().size).toBeGreaterThan(45);
      expect([...comments()].filter(([, text]) => text.trim() === '').map(([name]) => name)).toEqual([]);
    });

    it('are the help of the flag of the same name', () => {
      const shared = runOptions.filter(({ key }) => comments().has(key) && !own.includes(key));
      expect(shared.length).toBeGreaterThan(45);
      const others = shared.filter(({ key, help }) => !plain(comments().get(key) ?? '').includes(plain(help)));
      expect(others.map(({ key }) => key)).toEqual([]);
    });
  });
});
