import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const page = (text: string, link: string) => ({ text, link });

/** Whether a link of a page leads to a page of the site. */
function isOnSite(from: string, href: string): boolean {
  if (/^(https?:|mailto:|#)/.test(href)) return true;
  const path = join(dirname(from), href.replace(/[#?].*$/, ''));
  return !relative(docs, path).startsWith('..') && (path.endsWith('.md') || !existsSync(path));
}

export default defineConfig({
  title: 'seb',
  description: 'Find out whether a language model can predict itself, and whether it can be trained to.',
  lang: 'en-US',
  cleanUrls: true,
  srcDir: '../docs',
  outDir: '../dist-site',
  rewrites: { 'README.md': 'contents.md' },
  // The system's fonts: no file is loaded from another host.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      /** Code keeps its double braces, as in workflows of GitHub: Vue takes those of other text for expressions. */
      markdown.core.ruler.push('braces-of-code', (state) => {
        const inline = state.tokens.flatMap(({ children }) => children ?? []);
        for (const token of inline) if (token.type === 'code_inline') token.attrSet('v-pre', '');
      });
      const open = markdown.renderer.rules.link_open;
      /** Links to files of the repository that are not on the site stay readable as text. */
      markdown.core.ruler.push('links-of-the-repository', (state) => {
        const from: unknown = state.env.path;
        if (typeof from !== 'string') return;
        for (const { children } of state.tokens) {
          let isText = false;
          for (const token of children ?? []) {
            if (token.type === 'link_open') isText = !isOnSite(from, token.attrGet('href') ?? '');
            if (!isText) continue;
            if (token.type === 'link_open') Object.assign(token, { type: 'html_inline', content: '<span>' });
            else if (token.type === 'link_close') {
              Object.assign(token, { type: 'html_inline', content: '</span>' });
              isText = false;
            }
          }
        }
      });
      if (open !== undefined) markdown.renderer.rules.link_open = open;
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      page('First run', '/tutorials/first-run'),
      page('Results', '/results/README'),
      page('Which word?', '/verdicts'),
      page('Commands', '/cli'),
      page('API', '/reference/index-entry'),
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          page('First run', '/tutorials/first-run'),
          page('Your own model', '/tutorials/own-model'),
          page('Your own data', '/tutorials/own-data'),
          page('What recorded models show', '/results/README'),
          page('What each verdict means', '/verdicts'),
        ],
      },
      {
        text: 'Measure',
        items: [
          page('Experiments', '/experiments'),
          page('Servers and local models', '/servers'),
          page('Batches, files and several machines', '/batch'),
          page('Logs of other tools', '/logs'),
          page('Tasks of Inspect', '/inspect'),
          page('Results in Python and R', '/analysis'),
          page('The viewer', '/viewer'),
          page('Nightly runs and gates', '/ci'),
          page('Is asking first worth it?', '/worth'),
          page('People as a baseline', '/people'),
          page('Predictions with a tool', '/self-execution-tool'),
        ],
      },
      {
        text: 'Train',
        items: [
          page('A training study', '/study'),
          page('Training', '/training'),
          page('Analyses of a study', '/introspection'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('Commands', '/cli'),
          page('Installing, uninstalling', '/installation'),
          page('Platforms', '/platforms'),
          page('Scripts and own experiments', '/api'),
          page('API: main entry', '/reference/index-entry'),
          page('API: stats', '/reference/stats'),
          page('API: report', '/reference/report'),
          page('API: study', '/reference/study'),
          page('API: properties', '/reference/properties'),
          page('Glossary', '/glossary'),
          page('Statistics', '/statistics'),
          page('Replication, sample, card', '/replication'),
          page('Simulated models', '/simulated-models'),
          page('All pages', '/contents'),
        ],
      },
    ],
  },
});
