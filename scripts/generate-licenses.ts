/**
 * Writes THIRD_PARTY_LICENSES.md: every package that users install with `seb` or whose code is in its bundle, with its license;
 * of bundled code the full texts, which the licenses demand. Run: npm run licenses
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { shippedPackages } from './shipped-packages.ts';

const root = new URL('..', import.meta.url);
const manifest = z.looseObject({
  license: z.string().optional().catch(undefined),
  author: z
    .union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
    .optional()
    .catch(undefined),
});

const nameOf = (place: string) => place.replace(/^.*node_modules\//, '');

function readManifest(place: string): z.infer<typeof manifest> {
  const file = new URL(`${place}/package.json`, root);
  return existsSync(file) ? manifest.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

/** Returns the texts of a package's license and notice files; its own statement where it has none. */
function licenseText(place: string): string {
  const folder = new URL(`${place}/`, root);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file));
  if (files.length > 0) {
    const texts = files
      .toSorted()
      .map((file) => readFileSync(new URL(file, folder), 'utf8').replaceAll('\r', '').trim());
    return texts.join('\n\n');
  }
  const { license, author } = readManifest(place);
  return `The package has no license file. It states: ${license}${author === undefined ? '' : `, by ${author}`}.`;
}

/** Returns the page: one row for each package and version, by name, and the texts of what is bundled. */
export async function thirdPartyLicenses(): Promise<string> {
  const { lock, installed, bundled } = await shippedPackages();
  const rows = [...new Set([...installed, ...bundled])].map((place) => {
    const { version, license } = lock.packages[place] ?? {};
    const where = bundled.has(place) ? 'bundled' : 'installed';
    const stated = license ?? readManifest(place).license ?? 'not stated';
    return `| ${nameOf(place)} | ${version ?? 'not stated'} | ${stated} | ${where} |`;
  });
  const byText = Map.groupBy(bundled, licenseText);
  const texts = [...byText].map(([text, places]) => {
    const names = [...new Set(places.map(nameOf))].toSorted().join(', ');
    return { names, section: `### ${names}\n\n\`\`\`text\n${text}\n\`\`\`` };
  });
  const sections = texts.toSorted((a, b) => (a.names < b.names ? -1 : 1)).map(({ section }) => section);
  return `# Licenses of dependencies

Packages that users get with \`seb\`: code in its bundled files, and packages that npm installs beside it (optional ones included), from \`package-lock.json\`.

| package | version | license | where |
|---|---|---|---|
${[...new Set(rows)].toSorted().join('\n')}

## License texts of bundled code

${sections.join('\n\n')}
`;
}

if (import.meta.main) writeFileSync(new URL('THIRD_PARTY_LICENSES.md', root), await thirdPartyLicenses());
