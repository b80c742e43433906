import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { z } from 'zod';

const member = z.looseObject({
  kind: z.string(),
  name: z.string().optional(),
  docComment: z.string().optional(),
  excerptTokens: z.array(z.looseObject({ text: z.string() })).default([]),
});
const model = z.looseObject({
  members: z.array(z.looseObject({ members: z.array(member.extend({ members: z.array(member).optional() })) })),
});
type Member = z.infer<typeof member> & { readonly members?: readonly z.infer<typeof member>[] | undefined };

interface Entry {
  readonly root: string;
  /** Path of the entry's `.d.ts` file. */
  readonly declarations: string;
  /** Name under which a script imports the entry. */
  readonly name: string;
}

/** Returns the text of a doc comment without its stars. */
function proseOf(comment = ''): string {
  const lines = comment.replace(/^\/\*\*|\*\/$/g, '').split('\n');
  const text = lines
    .map((line) => line.replace(/^\s*\*? ?/, ''))
    .join('\n')
    .trim();
  return text.replace(/[<>{}]/g, (sign) => `&#${sign.codePointAt(0)};`);
}

const codeOf = ({ excerptTokens }: Member) =>
  excerptTokens
    .map(({ text }) => text)
    .join('')
    .replace(/^export declare /, '');

function sectionOf(each: Member): string {
  const inner = (each.members ?? []).filter(({ docComment }) => docComment !== undefined && docComment !== '');
  const rows = inner.map(
    (part) => `- \`${part.name ?? part.kind}\`: ${proseOf(part.docComment).replaceAll('\n', ' ')}`,
  );
  const parts = [
    `## ${each.name ?? each.kind}`,
    proseOf(each.docComment),
    `\`\`\`ts\n${codeOf(each).trim()}\n\`\`\``,
    rows.join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Returns the page of an entry as Markdown: each exported name with its comment, its declaration and its members. */
export function referencePage({ root, declarations, name }: Entry): string {
  const work = mkdtempSync(join(tmpdir(), 'seb-api-'));
  const file = join(work, 'entry.api.json');
  const quiet = { default: { logLevel: ExtractorLogLevel.None } };
  try {
    const config = ExtractorConfig.prepare({
      configObject: {
        projectFolder: root,
        mainEntryPointFilePath: declarations,
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              module: 'nodenext',
              target: 'es2024',
              lib: ['es2024', 'dom'],
              skipLibCheck: true,
              types: ['node'],
              strict: true,
            },
          },
        },
        apiReport: { enabled: false },
        docModel: { enabled: true, apiJsonFilePath: file },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {
          extractorMessageReporting: quiet,
          tsdocMessageReporting: quiet,
          compilerMessageReporting: quiet,
        },
      },
      configObjectFullPath: undefined,
      packageJsonFullPath: join(root, 'package.json'),
    });
    Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => Object.assign(message, { handled: true }),
    });
    const { members } = model.parse(JSON.parse(readFileSync(file, 'utf8')));
    const sections = members.flatMap((entry) => entry.members.map(sectionOf));
    return `# \`${name}\`\n\nGenerated from the comments of the code.\n\n${sections.join('\n\n')}\n`;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
