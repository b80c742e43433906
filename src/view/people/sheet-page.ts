import { type AnswerField, fieldsOf } from '../../answers/people/answer-fields.ts';
import { consentText } from '../../answers/people/consent.ts';
import { escapeHtml } from '../../util/escape-controls.ts';
import { promptOf, type Sheet } from './sheet-file.ts';

const style = `body{font:12pt/1.45 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:0 0 .4rem}
section{break-inside:avoid;border-top:1px solid #777;padding:.8rem 0}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0}
li{list-style:none;padding:.25rem 0}ul{padding:0;margin:.4rem 0}
.line{display:inline-block;border-bottom:1px solid #111;min-width:14rem}
.box{border:1px solid #777;height:9rem}
small{color:#444}`;

/** Returns a sheet as a page to print: the text of consent, then each question with boxes and lines to fill in. */
export function sheetPage({ run, person, calls }: Sheet): string {
  const consent = consentText(run.config, person).map((text) => `<p>${escapeHtml(text)}</p>`);
  const questions = calls.map(
    (asked, index) => `<section>
<h2>Question ${index + 1}</h2>
<pre dir="auto">${escapeHtml(promptOf(asked))}</pre>
<ul>
${fieldsOf(asked.form).map(fieldLine).join('\n')}
</ul>
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(`Questions for ${person}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(`Questions for ${person}`)}</h1>
<p><small>Run ${escapeHtml(run.id)}. The questions are worded as language models get them; the lines below each take the place of JSON.</small></p>
${consent.join('\n')}
<p>☐ I have read this and I want to take part.</p>
${questions.join('\n')}
</main>
</body>
</html>
`;
}

function fieldLine({ name, options, isLong }: AnswerField): string {
  const label = escapeHtml(name);
  if (options !== null)
    return `<li>${label}: ${options.map((option) => `☐ ${escapeHtml(option)}`).join(' &nbsp; ')}</li>`;
  return isLong ? `<li>${label}:<div class="box"></div></li>` : `<li>${label}: <span class="line">&nbsp;</span></li>`;
}
