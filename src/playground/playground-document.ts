import { dataElement, documentOf, escapeHtml } from '../report/html/html-document.ts';

/** The parts of the page. */
export interface PlaygroundParts {
  readonly style: string;
  readonly script: string;
  /** The code of the worker. */
  readonly engine: string;
  /** The transforms that can be chosen. */
  readonly transforms: readonly { readonly id: string; readonly summary: string }[];
  /** The project that the page starts with: texts by their paths. */
  readonly files: { readonly [path: string]: string };
  readonly version: string;
}

/** The playground as one file. The worker and the user's transform are scripts that the page creates. */
export function playgroundDocument(parts: PlaygroundParts): string {
  const { style, script, engine, transforms, files, version } = parts;
  const choices = transforms.map(
    ({ id, summary }) =>
      `<label title="${escapeHtml(summary)}"><input type="checkbox" name="transforms" value="${id}" checked> ${id}</label>`,
  );
  const body = `<header class="top">
<span class="brand">fw-migrate ${version}</span>
<button type="button" id="copy-link">Copy link</button>
</header>
<main>
<div class="intro">
<h1>Playground</h1>
<p class="muted">A small project, and what the migration would do to it. Change, add or rename files. Everything happens in this browser: nothing is sent.</p>
</div>
<form class="pane" id="input" autocomplete="off">
<div class="workspace">
<nav aria-label="Files"><ul id="files"></ul><button type="button" id="add-file">Add a file</button></nav>
<div class="pane">
<div class="path"><label for="path">File</label><input id="path" name="path" spellcheck="false" autocapitalize="off"><button type="button" id="remove-file">Remove</button></div>
<div class="editor"><pre id="numbers" aria-hidden="true"></pre><textarea id="text" name="text" aria-label="Text of the file" spellcheck="false" autocapitalize="off" wrap="off"></textarea></div>
</div>
</div>
<div class="row">
<label>Layout <select name="layout">
<option value="auto">auto</option><option value="app">app</option><option value="keep">keep</option>
</select></label>
<label><input type="checkbox" name="keepDefaults"> Keep old defaults</label>
</div>
<details>
<summary>Transforms</summary>
<fieldset class="choices"><legend class="unseen">Transforms</legend>
${choices.join('')}
</fieldset>
</details>
<details>
<summary>Edition</summary>
<p class="muted" id="edition-help">An edition of the framework, as JSON. Leave it empty for the default one.</p>
<textarea name="edition" aria-label="Edition" aria-describedby="edition-help" spellcheck="false" wrap="off"></textarea>
</details>
<details>
<summary>Your own transform</summary>
<p class="muted" id="transform-help">A JavaScript module that exports a transform. It runs after the others.</p>
<textarea name="transform" aria-label="Your own transform" aria-describedby="transform-help" spellcheck="false" wrap="off" placeholder="${escapeHtml(placeholder)}"></textarea>
</details>
</form>
<div class="pane">
<div id="question" hidden>
<p>This link brings a transform along, which is code. Read it before you run it.</p>
<button type="button" id="run-transform">Run the transform</button>
</div>
<p id="status" role="status" tabindex="-1">Starting…</p>
<section class="outcome" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2><ul id="moves"></ul></section>
<section class="outcome" aria-labelledby="diff-title">
<div class="row"><h2 id="diff-title">Diff</h2><button type="button" id="copy-patch">Copy as a patch</button></div>
<div id="diff"></div>
</section>
<section class="outcome" aria-labelledby="follow-ups-title"><h2 id="follow-ups-title">Follow-ups</h2><ul id="followUps"></ul></section>
<section class="outcome" aria-labelledby="options-title"><h2 id="options-title">Options</h2><div id="options"></div></section>
<section class="outcome" aria-labelledby="changes-title"><h2 id="changes-title">Config changes</h2><ul id="changes"></ul></section>
</div>
</main>
${dataElement(files, 'id="project"')}
${dataElement(engine, 'id="engine"')}`;
  const allowed = { script: 'blob:', worker: 'blob:' };
  return documentOf({ title: 'Playground', style, script, body, allowed });
}

const placeholder = `import { defineTransform } from 'fw-migrate'

export default defineTransform({
  id: 'shorter-names',
  rename: { 'app.rootId': 'root' },
})`;
