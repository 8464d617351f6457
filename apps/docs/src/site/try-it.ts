import { agentTools } from '@gatehouse/core';
import { escapeHtml } from './escape-html.ts';

/** Form that calls the tool of a page with its example. Empty on other pages. The form is hidden until the page's script has loaded. */
export function renderTryIt(file: string): string {
  const tool = agentTools.find(({ name }) => file === `api/${name}.md`);
  if (!tool) return '';
  const example = JSON.stringify(tool.example.input, undefined, 2);
  const warning = tool.access === 'write' || tool.hints.destructive ? '<p><strong>This tool can change data.</strong></p>\n' : '';
  return `<section id="try-it" aria-labelledby="try-it-title" data-tool="${tool.name}" hidden>
<h2 id="try-it-title">Try it</h2>
<p>Sends a call to this gateway. Your key stays in this page until you leave it, and goes nowhere else. Identifiers in the example are made up.</p>
${warning}<label for="try-it-key">Key</label>
<input id="try-it-key" type="text" placeholder="gth_…" autocomplete="off" autocapitalize="off" spellcheck="false">
<label for="try-it-arguments">Arguments</label>
<textarea id="try-it-arguments" rows="${Math.min(12, example.split('\n').length + 1)}" autocomplete="off" autocapitalize="off" spellcheck="false">
${escapeHtml(example)}</textarea>
<button type="button">Send</button>
<p role="status"></p>
<div class="code" hidden><pre tabindex="0" aria-label="Answer"></pre></div>
</section>`;
}
