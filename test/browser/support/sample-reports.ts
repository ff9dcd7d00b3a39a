import type { FollowUpReport, ProjectReport, Report } from '../../../src/report/report.ts';
import { summaryOf } from '../../../src/report/summary.ts';

/** A report of these parts, with the counts that belong to them. */
export function reportWith(
  content: Pick<Report, 'projects'> & Partial<Pick<Report, 'elsewhere' | 'dryRun'>>,
): Report {
  const { projects, elsewhere = { files: [], followUps: [] }, dryRun = true } = content;
  const summary = summaryOf({ projects, elsewhere });
  const proof = {
    references: { checked: 0, same: 0, followed: 0, brokenBefore: 0 },
    texts: 0,
    unrecorded: [],
  };
  return { schemaVersion: 1, target: 'v4', dryRun, base: '', projects, elsewhere, proof, summary };
}

export function projectWith(parts: Partial<ProjectReport>): ProjectReport {
  return {
    ...{ root: '', config: 'fw.config.ts', variant: 'b' },
    ...{ changes: [], moves: [], files: [], followUps: [], options: [] },
    proof: { preserved: 0, changed: [], unknown: [], places: [], orphans: [] },
    ...parts,
  };
}

export function followUpWith(parts: Partial<FollowUpReport>): FollowUpReport {
  return {
    ...{
      id: 'a1',
      code: 'changed-default',
      kind: 'verify',
      file: 'pages/index.vue',
      line: 3,
      column: 7,
    },
    ...{ text: 'const { data } = await useFetch(url)', message: 'Look here.', evidence: [] },
    ...parts,
  };
}

/** A rename, a change, or both, as git shows it. */
export function diffOf(from: string, to: string, hunks = ''): string {
  const rename = from === to ? '' : `similarity index 80%\nrename from ${from}\nrename to ${to}\n`;
  const names = hunks === '' ? '' : `--- a/${from}\n+++ b/${to}\n`;
  return `diff --git a/${from} b/${to}\n${rename}${names}${hunks}`;
}

const fetches = Array.from({ length: 12 }, (_, index) => ({
  file: `web/pages/product-${index + 1}.vue`,
  line: 4 + index,
  column: 24,
  text: "const { data } = await useFetch('/api/product')",
  after: {
    file: `web/app/pages/product-${index + 1}.vue`,
    line: 4 + index,
    column: 24,
    text: "const { data } = await useFetch('/api/product')",
  },
}));

const web = projectWith({
  root: 'web',
  config: 'web/fw.config.ts',
  proof: {
    preserved: 3,
    changed: [
      {
        option: 'experimental.defaults.useAsyncData.deep',
        before: { kind: 'value', value: true, from: 'default' },
        after: { kind: 'value', value: false, from: 'default' },
        why: 'Variant A has a different default.',
      },
      {
        option: 'experimental.templateUtils',
        before: { kind: 'value', value: true, from: 'web/fw.config.ts:16:20' },
        after: { kind: 'unset' },
        why: '`experimental.templateUtils` is removed: Variant A no longer has it',
        code: 'removed-experimental',
      },
    ],
    unknown: [{ option: 'runtimeConfig.secret', why: 'comes from a call' }],
    places: [],
    orphans: [],
  },
  changes: [
    {
      ...{ transform: 'dir', option: 'dir.pages', kind: 'set' },
      ...{ file: 'web/fw.config.ts', line: 4, column: 12 },
      message: '`dir.pages` updated: now `app/views`, relative to the project root',
    },
    {
      ...{ transform: 'generate', option: 'generate.routes', kind: 'rename' },
      to: 'serverEngine.prerender.routes',
      ...{ file: 'web/fw.config.ts', line: 12, column: 13 },
      message: '`generate.routes` moves to `serverEngine.prerender.routes`',
    },
    {
      ...{
        transform: 'removed-experimental',
        option: 'experimental.templateUtils',
        kind: 'remove',
      },
      ...{ file: 'web/fw.config.ts', line: 16, column: 20 },
      message: '`experimental.templateUtils` is removed: Variant A no longer has it',
    },
  ],
  moves: [
    { from: 'web/app.vue', to: 'web/app/app.vue' },
    { from: 'web/assets', to: 'web/app/assets' },
    { from: 'web/components', to: 'web/app/components' },
    { from: 'web/pages', to: 'web/app/pages' },
  ],
  files: [
    {
      ...{ path: 'web/app/app.vue', from: 'web/app.vue', by: ['references'] },
      diff: diffOf(
        'web/app.vue',
        'web/app/app.vue',
        `@@ -1,9 +1,9 @@
 <script setup lang="ts">
-import { useCart } from '~/stores/cart'
+import { useCart } from '~~/stores/cart'
 // The cart is shared with the mobile app.
 const { add } = useCart()
 </script>
 
 <template>
-  <img src="~/brand/logo.svg" alt="Shop" />
+  <img src="~~/brand/logo.svg" alt="Shop" />
 </template>
`,
      ),
    },
    {
      ...{ path: 'web/app/assets/main.css', from: 'web/assets/main.css', by: [] },
      diff: diffOf('web/assets/main.css', 'web/app/assets/main.css'),
    },
    ...fetches.map(({ file, after }) => ({
      ...{ path: after.file, from: file, by: [] },
      diff: diffOf(file, after.file),
    })),
    {
      ...{ path: 'web/fw.config.ts', by: ['dir', 'generate', 'removed-experimental'] },
      diff: diffOf(
        'web/fw.config.ts',
        'web/fw.config.ts',
        `@@ -3,17 +3,17 @@
   dir: {
-    pages: 'views', // our name for pages
+    pages: 'app/views', // our name for pages
   },
   css: ['~/assets/main.css'],
-  generate: {
-    // Never linked, so the crawler does not find them.
-    routes: ['/imprint', '/privacy'],
+  serverEngine: {
+    prerender: {
+      // Never linked, so the crawler does not find them.
+      routes: ['/imprint', '/privacy'],
+    },
   },
   experimental: {
-    templateUtils: true,
     typedPages: true,
   },
`,
      ),
    },
    {
      ...{ path: 'web/package.json', by: ['framework'] },
      diff: diffOf(
        'web/package.json',
        'web/package.json',
        `@@ -2,5 +2,5 @@
   "name": "shop",
   "dependencies": {
-    "fw": "^3.12.0"
+    "fw": "^4.0.0"
   }
`,
      ),
    },
    {
      ...{ path: 'web/styles/theme.scss', by: ['references'] },
      diff: diffOf(
        'web/styles/theme.scss',
        'web/styles/theme.scss',
        `@@ -1,4 +1,4 @@
-@use '../assets/tokens' as *;
+@use '../app/assets/tokens' as *;
 
 .page { color: $ink; }
`,
      ),
    },
  ],
  followUps: [
    followUpWith({
      ...{ id: '3271a21bd998', code: 'removed-experimental', kind: 'decide' },
      option: 'experimental.templateUtils',
      ...{ file: 'web/fw.config.ts', line: 16, column: 20, text: '    templateUtils: true,' },
      after: { file: 'web/fw.config.ts', line: 17, column: 17, text: '    typedPages: true,' },
      message: '`experimental.templateUtils` was on, but Variant A no longer has it.',
      docs: 'fw-migrate explain removed-experimental',
      status: 'open',
    }),
    followUpWith({
      ...{ id: '2288de88c253', code: 'install-framework', kind: 'verify' },
      ...{ file: 'web/package.json', line: 4, column: 11, text: '    "fw": "^3.12.0"' },
      after: { file: 'web/package.json', line: 4, column: 11, text: '    "fw": "^4.0.0"' },
      message: '`fw` updated from `^3.12.0` to `^4.0.0`: install, and commit the lock file.',
      docs: 'fw-migrate explain install-framework',
      status: 'new',
    }),
    followUpWith({
      ...{ id: 'dfe6330902e6', code: 'changed-default', kind: 'verify' },
      option: 'experimental.defaults.useAsyncData.deep',
      ...fetches[0],
      message: 'Fetched data is no longer reactive in depth: used in 12 places.',
      docs: 'fw-migrate explain changed-default',
      evidence: fetches,
      status: 'open',
    }),
    followUpWith({
      ...{ id: '0a0b0c0d0e0f', code: 'path-not-found', kind: 'decide', option: 'css[2]' },
      ...{ file: 'web/fw.config.ts', line: 7, column: 10, text: "  css: ['~/old.css']," },
      message: '`~/old.css` does not exist.',
      status: 'done',
    }),
  ],
  options: [
    {
      option: 'dir.pages',
      before: { kind: 'value', value: 'views', from: 'web/fw.config.ts:4:12' },
      after: { kind: 'value', value: 'app/views', from: 'web/fw.config.ts:4:12' },
      change: 'moved',
    },
    {
      option: 'experimental.defaults.useAsyncData.deep',
      before: { kind: 'value', value: true, from: 'default' },
      after: { kind: 'value', value: false, from: 'default' },
      change: 'changed',
    },
    {
      option: 'experimental.templateUtils',
      before: { kind: 'value', value: true, from: 'web/fw.config.ts:16:20' },
      after: { kind: 'unset' },
      change: 'changed',
    },
    {
      option: 'runtimeConfig.secret',
      before: { kind: 'unknown', why: 'it comes from a call', from: 'web/fw.config.ts:20:3' },
      after: { kind: 'unknown', why: 'it comes from a call', from: 'web/fw.config.ts:21:3' },
      change: 'unknown',
    },
    {
      option: 'ssr',
      before: { kind: 'value', value: true, from: 'default' },
      after: { kind: 'value', value: true, from: 'default' },
      change: 'same',
    },
    {
      option: 'typescript.hoist',
      before: { kind: 'value', value: ['vue', 'vite'], from: 'layers/base/fw.config.ts:8:10' },
      after: { kind: 'value', value: ['vue', 'vite'], from: 'layers/base/fw.config.ts:8:10' },
      change: 'same',
    },
  ],
});

const admin = projectWith({
  ...{ root: 'admin', config: 'admin/fw.config.js', variant: 'unknown' },
  followUps: [
    followUpWith({
      ...{ id: '9f8e7d6c5b4a', code: 'config-unreadable', kind: 'decide' },
      ...{ file: 'admin/fw.config.js', line: 1, column: 16 },
      text: 'export default createConfig(process.env.STAGE)',
      message: 'The config is what `createConfig` returns, which only running it would tell.',
      docs: 'fw-migrate explain config-unreadable',
      status: 'open',
    }),
  ],
});

/** A run over two projects that was compared with an earlier one: something of every kind. */
export const sampleReport: Report = reportWith({
  projects: [web, admin],
  elsewhere: {
    files: [],
    followUps: [
      followUpWith({
        ...{
          id: 'c0ffee000001',
          code: 'team-rule',
          kind: 'verify',
          file: 'Dockerfile',
          line: 9,
          column: 6,
        },
        text: 'COPY web/pages ./pages',
        message: 'The image copies a folder that moves.',
      }),
    ],
  },
});
