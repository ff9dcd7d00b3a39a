import { describe, expect, it } from 'vitest';
import { verdictOf } from './support/data-flow.ts';

/** Checks that the verdict starts so. */
function expectVerdict(found: string, expected: string): void {
  expect(found.slice(0, expected.length)).toBe(expected);
}

/** A script in `<script setup>`, and the template below it. */
function setup(script: string, template = ''): string {
  const verdict = verdictOf({
    'pages/index.vue': `<script setup lang="ts">${script}</script>\n<template>${template}</template>`,
  });
  return verdict;
}

describe('in a script', () => {
  it.each<[string, string]>([
    ['const { data } = await useFetch("/x")', 'read'],
    ['const { data } = useFetch("/x"); data.value = []', 'read'],
    ['const { data } = useFetch("/x"); console.log(data.value.title)', 'read'],
    ['const { data } = useFetch("/x"); data.value.title = "a"', 'mutated'],
    ['const { data: posts } = await useFetch("/x"); posts.value.push(1)', 'mutated'],
    ['const { data, data: posts } = await useFetch("/x"); posts.value[0].done = true', 'mutated'],
    ['const res = await useFetch("/x"); res.data.value.a.b = 1', 'mutated'],
    ['const res = useFetch("/x"); await res; res.refresh(); res.data.value', 'read'],
    ['const res = useFetch("/x"); const d = res.data; const v = d.value; v.x++', 'mutated'],
    ['const { data } = useFetch("/x"); delete data.value.title', 'mutated'],
    ['const { data } = useFetch("/x"); Object.assign(data.value, { a: 1 })', 'mutated'],
    ['const { data } = useFetch("/x"); const copy = Object.assign({}, data.value); copy.a = 1', 'read'],
    ['const { data } = useFetch("/x"); const copy = { ...data.value }; copy.a = 1', 'read'],
    ['const { data } = useFetch("/x"); const copy = { ...data.value }; copy.a.b = 1', 'mutated'],
    ['const { data } = useFetch("/x"); const list = [...data.value]; list.push(1); list.sort()', 'read'],
    ['const { data } = useFetch("/x"); const list = [...data.value]; list[0].a = 1', 'mutated'],
    ['const { data } = useFetch("/x"); const copy = structuredClone(data.value); copy.a.b = 1', 'read'],
    [
      'const { data } = useFetch("/x"); const copy = JSON.parse(JSON.stringify(data.value)); copy.a.b = 1',
      'read',
    ],
    ['const { data } = useFetch("/x"); data.value.forEach((p) => { p.done = true })', 'mutated'],
    ['const { data } = useFetch("/x"); data.value.map((p) => p.title).sort()', 'read'],
    ['const { data } = useFetch("/x"); data.value.filter((p) => p.done).sort()', 'read'],
    ['const { data } = useFetch("/x"); data.value.filter((p) => p.done)[0].x = 1', 'mutated'],
    ['const { data } = useFetch("/x"); const p = data.value.find((p) => p.id === 1); p.x = 1', 'mutated'],
    ['const { data } = useFetch("/x"); data.value.sort((a, b) => a.x - b.x)', 'mutated'],
    ['const { data } = useFetch("/x"); for (const p of data.value) p.x = 1', 'mutated'],
    ['const { data } = useFetch("/x"); for (const p of data.value) console.log(p.x)', 'read'],
    ['const { data } = useFetch("/x"); Object.values(data.value)[0].x = 1', 'mutated'],
    [
      'const { data } = useFetch("/x"); Object.entries(data.value).forEach(([k, v]) => { v.x = 1 })',
      'mutated',
    ],
    ['const { data } = useFetch("/x"); Object.keys(data.value).push("a")', 'read'],
    [
      'const { data } = useFetch("/x"); const byId = new Map(data.value.map((p) => [p.id, p])); byId.get(1).x = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const byId = new Map(data.value.map((p) => [p.id, p])); byId.set(2, {})',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); const seen = new Map(); seen.set(data.value[0], 1); for (const p of seen.keys()) p.x = 1',
      'mutated',
    ],
    ['const { data } = useFetch("/x"); const s = { ...useStore() }; s.set(data.value)', 'unknown'],
    ['const { data } = useFetch("/x"); const { a, ...s } = useStore(); s.add(data.value)', 'unknown'],
    [
      'const { data } = useFetch("/x"); const s = Object.assign({}, useStore()); s.find(data.value)',
      'unknown',
    ],
    ['const { data } = useFetch("/x"); const o = { ...shared }; o.hasOwnProperty(data.value.id)', 'read'],
    ['const { data } = useFetch("/x"); const n = data.value.reduce((sum, p) => sum + p.n, 0)', 'read'],
    [
      'const { data } = useFetch("/x"); const g = data.value.reduce((all, p) => { all[p.k] = p; return all }, {}); g.a.x = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const g = data.value.reduce((all, p) => { all[p.k] = p; return all }, {}); g.a = 1',
      'read',
    ],
    ['const { data } = useFetch("/x"); function save(p) { p.x = 1 } save(data.value[0])', 'mutated'],
    ['const { data } = useFetch("/x"); function show(p) { return p.x } show(data.value[0])', 'read'],
    ['const { data } = useFetch("/x"); const first = () => data.value[0]; first().x = 1', 'mutated'],
    [
      'const { data } = useFetch("/x"); normalise(data.value)',
      'unknown 1: is passed to `normalise()`, which was not found',
    ],
    [
      'import { normalise } from "lib"; const { data } = useFetch("/x"); normalise(data.value)',
      'unknown 1: is passed to `normalise()`, which was not found',
    ],
    [
      'const { data } = useFetch("/x"); data.value.map(normalise)',
      'unknown 1: is passed to `normalise()`, which was not found',
    ],
    ['const { data } = useFetch("/x"); data.value.map(String).filter(Boolean)', 'read'],
    [
      'const { data } = useFetch("/x"); const store = useStore(); store.posts = data.value',
      'unknown 1: is stored in `store.posts`, which cannot be analysed',
    ],
    [
      'const { data } = useFetch("/x"); const store = useStore(); store.set(data.value)',
      'unknown 1: is passed to `store.set()`, which was not found',
    ],
    [
      'const { data } = useFetch("/x"); const emit = defineEmits(["x"]); emit("x", data.value)',
      'unknown 1: is passed to `emit()`, which was not found',
    ],
    [
      'const { data } = useFetch("/x"); const refs = storeToRefs(data)',
      'unknown 1: is passed to `storeToRefs()`, which was not found',
    ],
    [
      'const { data } = useFetch("/x"); provide("x", data)',
      'unknown 1: is passed to `provide()`, which was not found',
    ],
    [
      'const { data } = useFetch("/x"); defineExpose({ data })',
      'unknown 1: is passed to `defineExpose()`, which was not found',
    ],
    ['const { data } = useFetch("/x"); throw data.value', 'unknown 1: is thrown'],
    ['const { data } = useFetch("/x"); document.title = data.value.title', 'read'],
    ['const { data } = useFetch("/x"); const document = make(); document.title = data.value', 'unknown'],
    ['const { data } = useFetch("/x"); new Intl.NumberFormat("en").format(data.value.price)', 'read'],
    ['const { data } = useFetch("/x"); const f = make(); f.format(data.value.price)', 'unknown'],
    [
      'const { data } = useFetch("/x"); const m = defineModel(); m.value = data.value',
      'unknown 1: is stored in `m.value`, which cannot be analysed',
    ],
    [
      'const { data } = useFetch("/x"); const m = defineModel("a"); watch(data, (v) => { m.value = v })',
      'unknown 1: is stored in `m.value`, which cannot be analysed',
    ],
    [
      'const { data } = useFetch("/x"); const c = computed({ get: () => 1, set: save }); c.value = data.value',
      'unknown 1: is stored in `c.value`, which cannot be analysed',
    ],
    ['const { data } = useFetch("/x"); const m = defineModel(); m.value = 1; data.value.a', 'read'],
    ['const { data } = useFetch("/x"); watch(data, (v) => { v.map((p) => p.id) })', 'read'],
    ['const { data } = useFetch("/x"); watch(data, (v, old) => { old.filter((p) => p.id) })', 'read'],
    ['const { data } = useFetch("/x"); watch(() => data.value, (v) => { v.find((p) => p.id) })', 'read'],
    ['const { data } = useFetch("/x"); watch(data, (v) => { v.find((p) => p.id).x = 1 })', 'mutated'],
    ['const { data } = useFetch("/x"); watch(data, (v, old, clean) => { clean(() => v) })', 'unknown'],
    ['const { data } = useFetch("/x"); data.value[key]()', 'unknown 1: is used in a call, which is unknown'],
    [
      'const { data } = useFetch("/x"); const s = html`${data.value}`',
      'unknown 1: is used in a tagged template',
    ],
    [
      'const { data } = useFetch("/x"); let target = {}; if (a) target = other(); target.posts = data.value',
      'unknown 1: is stored in `target.posts`, which cannot be analysed',
    ],
    ['const { data } = useFetch("/x"); const { title, ...rest } = data.value; rest.x = 1', 'read'],
    ['const { data } = useFetch("/x"); const { title, ...rest } = data.value; rest.x.y = 1', 'mutated'],
    ['const { data } = useFetch("/x"); const [first] = data.value; first.x = 1', 'mutated'],
    ['const { data } = useFetch("/x"); [data.value.a] = [1]', 'mutated'],
    ['const { data } = useFetch("/x"); ({ a: data.value.a } = {})', 'mutated'],
    ['const { data } = useFetch("/x"); data.value.n += 1', 'mutated'],
    ['const { data } = useFetch("/x"); data.value.n ??= 1', 'mutated'],
    ['const { data } = useFetch("/x"); data.value["a"].splice(0, 1)', 'mutated'],
    ['const { data } = useFetch("/x"); data.value?.items?.push(1)', 'mutated'],
    ['const { data } = useFetch("/x"); data.value!.items', 'read'],
    [
      'const { data } = useFetch("/x"); const load = async () => { const { data } = other(); data.value.x = 1 }',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); class A { set(p) { p.x = 1 } } new A().set(data.value)',
      'unknown 1: is passed to a function that was not found',
    ],
    ['const { data } = useFetch("/x"); new Thing(data.value)', 'unknown 1: is passed to `new Thing()`'],
    ['const { data } = useFetch("/x"); new Date(data.value.at).toISOString()', 'read'],
    ['const { data } = useFetch("/x"); useHead({ title: () => data.value.title })', 'read'],
    ['const { data } = useFetch("/x"); if (!data.value) throw createError({ data: data.value })', 'read'],
    ['const { data } = useFetch("/x"); setTimeout(() => { data.value.x = 1 })', 'mutated'],
    ['function* f() { const { data } = useFetch("/x"); yield data }', 'unknown'],
    [
      'const { data } = useFetch("/x"); const o = { get first() { return data.value[0] } }; o.first.x = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const o = { list: data.value, add() { this.list.push(1) } }',
      'mutated',
    ],
    ['const { data } = useFetch("/x"); function f() { arguments[0].x = 1 } f(data.value)', 'mutated'],
    ['const { data } = useFetch("/x"); function f(...all) { all[0].x = 1 } f(data.value)', 'mutated'],
    ['const { data } = useFetch("/x"); ids.forEach(function (id) { this.x = id }, data.value)', 'unknown'],
    ['const { data } = useFetch("/x"); [1].forEach(function (n) { this.x = n }, data.value)', 'mutated'],
    ['const { data } = useFetch("/x"); f.call(null, data.value)', 'unknown'],
    ['const { data } = useFetch("/x"); switch (data.value.kind) { case 1: data.value.x = 1 }', 'mutated'],
    ['const { data } = useFetch("/x"); try { a() } catch { data.value.x = 1 } finally { b() }', 'mutated'],
    ['const { data } = useFetch("/x"); label: while (true) { data.value.pop(); break label }', 'mutated'],
    ['useFetch("/x").then(({ data }) => { data.value.x = 1 })', 'mutated'],
    [
      'const [{ data }, { data: b }] = await Promise.all([useFetch("/x"), useFetch("/y")]); b.value.push(1)',
      'read',
    ],
    [
      'const [{ data }, { data: b }] = await Promise.all([useFetch("/x"), useFetch("/y")]); data.value.push(1)',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const { data: b } = useAsyncData(() => data.value.items); b.value.push(1)',
      'mutated',
    ],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(script), expected);
  });
});

describe('through the view library', () => {
  it.each<[string, string]>([
    ['const first = computed(() => data.value[0]); first.value.x = 1', 'mutated'],
    ['const titles = computed(() => data.value.map((p) => p.title)); titles.value.push("a")', 'read'],
    ['const done = computed(() => data.value.filter((p) => p.done)); done.value[0].x = 1', 'mutated'],
    [
      'const title = computed({ get: () => data.value.title, set: (v) => { data.value.title = v } })',
      'mutated',
    ],
    ['const title = computed({ get: () => data.value.title, set: (v) => { save(v) } })', 'read'],
    ['const { title } = toRefs(data.value); title.value = "a"', 'mutated'],
    ['const { title } = toRefs(data.value); console.log(title.value)', 'read'],
    ['const title = toRef(data.value, "title"); title.value = "a"', 'mutated'],
    ['const title = toRef(() => data.value.title); title.value', 'read'],
    ['const state = reactive({ posts: data }); state.posts.push(1)', 'mutated'],
    ['const state = reactive({ posts: data }); state.posts = []', 'read'],
    ['const state = reactive({ posts: [] }); state.posts = data.value; state.posts.push(1)', 'mutated'],
    ['const form = reactive({ ...data.value }); form.title = "a"', 'read'],
    ['const form = ref({ ...data.value }); form.value.title = "a"', 'read'],
    ['const form = ref(data.value); form.value.title = "a"', 'mutated'],
    ['const list = ref([]); list.value = data.value; list.value.push(1)', 'mutated'],
    ['const list = ref([]); list.value = [...data.value]; list.value.push(1)', 'read'],
    ['unref(data).push(1)', 'mutated'],
    ['toValue(() => data.value).push(1)', 'mutated'],
    ['readonly(data).value.length', 'read'],
    ['watch(data, (posts) => { posts.x = 1 })', 'mutated'],
    ['watch(data, (posts) => { console.log(posts.x) }, { deep: true })', 'read'],
    ['watch(() => data.value.items, (items) => { items.push(1) })', 'mutated'],
    ['const b = ref(); watch([b, data], ([one, posts]) => { posts.push(1) })', 'mutated'],
    ['const b = ref([]); watch([b, data], ([one, posts]) => { one.push(1) })', 'read'],
    ['watch(data, refreshAll)', 'unknown 1: is passed to `refreshAll()`'],
    ['watchEffect(() => { data.value.x = 1 })', 'mutated'],
    ['onMounted(() => { data.value.sort() })', 'mutated'],
    ['triggerRef(data)', 'read'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(`const { data } = useFetch("/x"); ${script}`), expected);
    expectVerdict(
      setup(
        `import { computed, reactive, ref, toRef, toRefs, toValue, unref, watch } from "vue"; const { data } = await useFetch("/x"); ${script}`,
      ),
      expected,
    );
  });
});

describe('in a handler', () => {
  it.each<[string, string]>([
    [
      'const { data } = useAsyncData(async () => { const res = await $fetch("/x"); res.items.push(1); return res })',
      'read',
    ],
    ['const { data } = useFetch("/x", { transform: (posts) => { posts.sort(); return posts } })', 'read'],
    [
      'const { data } = useAsyncData(async () => { const res = await $fetch("/x"); res.items = res.items.filter(Boolean); return res })',
      'read',
    ],
    [
      'const list = ref([]); const { data } = useAsyncData(async () => { const res = await $fetch("/x"); list.value = res; return res }); list.value.push(1)',
      'mutated',
    ],
    [
      'const list = ref([]); useFetch("/x", { transform(posts) { list.value = posts; return posts } }); const add = () => list.value.push(1)',
      'mutated',
    ],
    [
      'const list = ref([]); useAsyncData(() => $fetch("/x").then((res) => { list.value = res.items; return res })); list.value.push(1)',
      'mutated',
    ],
    [
      'const total = ref(0); const { data } = useFetch("/x", { transform: (res) => { total.value = res.total; return res.items } })',
      'read',
    ],
    [
      'const store = useStore(); useAsyncData(async () => { const res = await $fetch("/x"); store.posts = res; return res })',
      'unknown',
    ],
    [
      'const { data } = useAsyncData(() => { const query = {}; query.page = 1; return $fetch("/x", { query }) })',
      'read',
    ],
    [
      'const kept = ref([]); useFetch("/x", { transform(posts) { kept.value.push(...posts); return posts } }); kept.value[0].x = 1',
      'mutated',
    ],
    [
      'const kept = reactive({ page: {} }); useFetch("/x", { transform(posts) { kept.page.posts = posts; return posts } }); kept.page.posts.x = 1',
      'mutated',
    ],
    // Nobody is told of a change to what is not reactive, before or after.
    [
      'const kept = new Map(); useFetch("/x", { transform(posts) { kept.set(1, posts); return posts } }); kept.get(1).x = 1',
      'read',
    ],
    ...['load', '() => load()', 'async () => { const posts = await load(); return posts }'].map(
      (handler): [string, string] => [
        `const kept = ref(); async function load() { const res = await $fetch("/x"); kept.value = res; return res } useAsyncData("k", ${handler}); kept.value.x = 1`,
        'mutated',
      ],
    ),
    [
      'const kept = ref(); async function load() { const res = await $fetch("/x"); kept.value = res; return res } useAsyncData("k", async () => { await load(); return 1 }); kept.value.x = 1',
      'read',
    ],
    ['const { data } = useAsyncData("k", (app) => app.$api.load(1))', 'read'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(script), expected);
  });
});

describe('in a handler of another file', () => {
  const api =
    'export const kept = ref(); export async function load() { const res = await $fetch("/x"); kept.value = res; return res }';

  it.each<[string, string, string]>([
    ['load', 'kept.value.x = 1', 'mutated'],
    ['() => load()', 'kept.value.x = 1', 'mutated'],
    ['() => load()', 'console.log(kept.value)', 'read'],
  ])('%s, and %s: %s', (handler, use, expected) => {
    const page = `<script setup>import { load } from "./api"; const { data } = useAsyncData("k", ${handler})</script>`;
    const user = `<script setup>import { kept } from "./api"; const f = () => { ${use} }</script>`;
    expectVerdict(verdictOf({ 'a.vue': page, 'api.ts': api, 'b.vue': user }), expected);
  });
});

it('follows what a handler keeps that a composable returns', () => {
  const composable =
    'export function useItems() { const items = ref([]); const load = async () => { const res = await $fetch("/x"); items.value = res; return res }; return { items, load } }';
  const page = (use: string) =>
    `<script setup>const { items, load } = useItems(); const { data } = await useAsyncData("k", () => load()); const f = () => { ${use} }</script>`;
  const verdict = (use: string) => verdictOf({ 'a.vue': page(use), 'composables/items.ts': composable });
  expect(verdict('items.value[0].x = 1')).toMatch(/^mutated/);
  expect(verdict('items.value = []')).toBe('read');
});

describe('in a template', () => {
  const assigning = (made: string, listener: string, more = '') =>
    setup(
      `const { data } = await useFetch('/x')\nconst sel = ${made}`,
      `<i v-for="i in data" @click="${listener}" />${more}`,
    );

  it.each([
    ['ref()', 'sel = i'],
    ['shallowRef()', 'sel ||= i'],
    ['ref()', '() => { sel = i }'],
    ['ref([])', '[sel] = [i]'],
  ])('%s that only the template assigns to: %s', (made, listener) => {
    expect(assigning(made, listener, '<input v-model="sel.name">')).toBe('mutated 3');
    expect(assigning(made, listener, '{{ sel.name }}')).toBe('read');
  });

  it.each([
    ['useState("sel")', 'sel = i'],
    ['useSel()', 'sel = i.sub'],
    ['inject("sel")', '({ i: sel } = { i })'],
  ])('%s, which may belong to others, and the template assigns to: %s', (made, listener) => {
    expect(assigning(made, listener)).toBe('unknown 3: is assigned to `sel`, which cannot be analysed');
  });

  it.each<[string, string]>([
    ['<input v-model="sel">', 'read'],
    ['<input v-model="sel.x">', 'mutated'],
    ['<Field v-model="sel" />', 'unknown 2: is passed to `<Field>`'],
    ['<p @click="sel = null">{{ sel }}</p>', 'read'],
  ])('a ref that gets a part of the data: %s: %s', (template, expected) => {
    const script = 'const { data } = useFetch("/x"); const sel = ref(); sel.value = data.value.id';
    expectVerdict(setup(script, template), expected);
  });

  const each = (inner: string) => `<label v-for="i in data">${inner}</label>`;

  it.each<[string, string, string]>([
    ['a select', '<select v-model="sel"><option v-for="i in data" :value="i" /></select>', 'mutated 3'],
    [
      'a select with groups',
      '<select v-model="sel"><optgroup v-for="g in data"><template v-for="i in g.all"><option v-bind="{ value: i }" /></template></optgroup></select>',
      'mutated 3',
    ],
    [
      'options in a slot',
      '<FwLink v-model="sel"><option v-for="i in data" :value="i" /></FwLink>',
      'mutated 3',
    ],
    ['a radio button', each('<input v-model="sel" type="radio" :value="i">'), 'mutated 3'],
    ['an input of any type', each('<input v-model="sel" :type="kind" :value="i">'), 'mutated 3'],
    ['a checkbox', '<input v-model="sel" type="checkbox" :true-value="data[0]">', 'mutated 3'],
    ['an id', '<select v-model="sel"><option v-for="i in data" :value="i.id" /></select>', 'read'],
    ['a text', '<select v-model="sel"><option v-for="i in data">{{ i }}</option></select>', 'read'],
    ['a list', each('<input v-model="sel" type="checkbox" :value="i">'), 'read'],
  ])('what is chosen by %s', (_, chooser, expected) => {
    const script = "const { data } = await useFetch('/x')\nconst sel = ref()";
    expect(setup(script, `${chooser}<input v-model="sel.name">`)).toBe(expected);
    expect(setup(script, `${chooser}{{ sel.name }}`)).toBe('read');
  });

  it.each([
    ['ref([])', 'sel', each('<input v-model="sel" type="checkbox" :value="i">')],
    ['ref(new Set())', 'sel', each('<input v-model="sel" type="checkbox" :value="i">')],
    ['reactive({ all: [] })', 'sel.all', each('<input v-model="sel.all" type="checkbox" :value="i">')],
    ['ref([])', 'sel', '<select v-model="sel" multiple><option v-for="i in data" :value="i" /></select>'],
  ])('a list that is chosen: %s as %s', (made, list, chooser) => {
    const script = `const { data } = await useFetch('/x')\nconst sel = ${made}`;
    expect(setup(script, `${chooser}<input v-for="s in ${list}" v-model="s.name">`)).toBe('mutated 3');
    expect(setup(script, `${chooser}<p v-for="s in ${list}" @click="${list}.push(1)">{{ s }}</p>`)).toBe(
      'read',
    );
  });

  it.each<[string, string]>([
    ['const m = defineModel()', 'm'],
    ["const emit = defineEmits(); const m = computed({ set: (v) => emit('update:modelValue', v) })", 'm'],
  ])('a child that lets someone choose: %s', (script, model) => {
    const page =
      '<script setup>const { data } = useFetch("/x"); const sel = ref()</script><template><Pick v-model="sel" :items="data" />{{ sel }}</template>';
    const child = (value: string) =>
      `<script setup>defineProps(['items', 'modelValue']); ${script}</script><template><select v-model="${model}"><option v-for="i in items" :value="${value}" /></select></template>`;
    const verdict = (value: string) => verdictOf({ 'a.vue': page, 'components/Pick.vue': child(value) });
    expect(verdict('i')).toMatch(/^unknown/);
    expect(verdict('i.id')).toBe('read');
  });

  it.each<[string, string]>([
    ['<p>{{ data.title }}</p>', 'read'],
    ['<input v-model="data.title">', 'mutated'],
    ['<input v-model="data">', 'read'],
    ['<p @click="data.items.push(1)">a</p>', 'mutated'],
    ['<p @click="data = []">a</p>', 'read'],
    ['<p @click="() => { data.items = [] }">a</p>', 'mutated'],
    ['<p @click="a(); data.x++">a</p>', 'mutated'],
    ['<p v-for="p in data" :key="p.id" :class="{ a: p.done }">{{ p.title.trim() }}</p>', 'read'],
    ['<p v-for="p in data"><input v-model="p.done"></p>', 'mutated'],
    ['<p v-for="(p, i) of data.items"><i @click="p.n = i" /></p>', 'mutated'],
    ['<p v-for="{ tags } in data"><i @click="tags.push(1)" /></p>', 'mutated'],
    ['<p v-for="p in data"><i @click="save(p)" /></p>', 'mutated'],
    ['<p v-for="p in data"><i @click="show(p)" /></p>', 'read'],
    ['<p v-for="p in data"><i @click="$emit(\'x\', p)" /></p>', 'unknown 2: is passed to `$emit()`'],
    ['<Card :post="data" />', 'unknown 2: is passed to `<Card>`, which was not found'],
    ['<my-card :post="data.first" />', 'unknown 2: is passed to `<my-card>`, which was not found'],
    ['<Card v-bind="data" />', 'unknown 2: is passed to `<Card>`, which was not found'],
    ['<Card :key="data.id" :class="data.kind" />', 'read'],
    ['<Card v-model="data.title" />', 'mutated'],
    ['<FwLink :to="data.path">{{ data.title }}</FwLink>', 'read'],
    ['<fw-img :src="data.image" />', 'read'],
    ['<FwPage :user="data" />', 'unknown 2: is passed to `<FwPage>`'],
    ['<FwLayout name="foo" :items="data" />', 'unknown 2: is passed to `<FwLayout>`'],
    ['<RouterView :user="data" />', 'unknown 2: is passed to `<RouterView>`'],
    ['<FwLayout name="foo"><p>{{ data.title }}</p></FwLayout>', 'read'],
    ['<component :is="kind" :post="data" />', 'unknown 2: is passed to `<component>`'],
    ['<slot :post="data" />', 'unknown 2: is passed to a slot'],
    ['<p v-focus="data.x" />', 'unknown 2: is passed to `v-focus`'],
    ['<p v-if="data &amp;&amp; data.length > 0" v-html="data.html" :title="data.title" />', 'read'],
    ['<List><template #item="{ row }"><input v-model="row.x"></template></List>', 'read'],
    ['<p>{{ format(data.date) }}</p>', 'unknown 2: is passed to `format()`'],
    ['<p>{{ $t(data.key) }}</p>', 'read'],
  ])('%s: %s', (template, expected) => {
    const script =
      'const { data } = useFetch("/x"); function save(p) { p.x = 1 } function show(p) { return p.x }';
    expectVerdict(setup(script, template), expected);
    const options = `export default { async setup() { const { data } = await useFetch("/x"); return { data } }, methods: { save(p) { p.x = 1 }, show(p) { return p.x } } }`;
    expectVerdict(
      verdictOf({ 'a.vue': `<script>${options}</script>\n<template>${template}</template>` }),
      expected,
    );
  });

  it('cannot see a template in another file', () => {
    for (const attributes of ['\n  src="./a.html"', ' v-if="1 > 0" src="./a.html"']) {
      const text = `<script setup>const { data } = useFetch("/x")</script><template${attributes} />`;
      expect(verdictOf({ 'a.vue': text })).toBe('unknown 1: is visible to a template that cannot be parsed');
    }
  });

  it('finds names in every spelling that a template has for them', () => {
    const within = (template: string) =>
      verdictOf({
        'a.vue': `<script setup>const { data: newPosts } = useFetch("/x")\nconst save = () => {}</script><template>${template}</template>`,
        'components/PostList.vue':
          '<script setup>const { newPosts } = defineProps(["newPosts"]); newPosts.x = 1</script>',
      });
    expect(within('<p>{{ save }}</p>')).toBe('read');
    expect(within('<PostList :new-posts />')).toMatch(/^mutated/);
    expect(within('<p @click="new&#80;osts.x = 1" />')).not.toBe('read');
    expect(within('<p @click="new\\u0050osts.x = 1" />')).not.toBe('read');
    expect(within('<i v-for="one in newPosts"><p @click="one.x = 1" /></i>')).toMatch(/^mutated/);
  });

  it('cannot see a template in another language', () => {
    const text =
      '<script setup>const { data } = useFetch("/x")</script><template lang="pug">p {{ data }}</template>';
    expect(verdictOf({ 'a.vue': text })).toBe('unknown 1: is visible to a template that cannot be parsed');
  });
});

describe('with options of a component', () => {
  it.each<[string, string]>([
    ['', 'read'],
    ['methods: { add() { this.data.push(1) } }', 'mutated'],
    ['methods: { add() { this.data = [] } }', 'read'],
    ['methods: { add() { const vm = this; setTimeout(() => { vm.data.x = 1 }) } }', 'mutated'],
    ['methods: { add() { [1].forEach(() => { this.data.x = 1 }) } }', 'mutated'],
    ['computed: { first() { return this.data[0] } }, methods: { add() { this.first.x = 1 } }', 'mutated'],
    ['computed: { first: { get() { return this.data[0] }, set(v) { this.data[0] = v } } }', 'mutated'],
    ['watch: { data(posts) { posts.x = 1 } }', 'mutated'],
    ['watch: { "data.items": { handler(items) { items.push(1) }, deep: true } }', 'mutated'],
    ['watch: { data: "add" }, methods: { add(posts) { posts.push(1) } }', 'mutated'],
    ['mounted() { this.data.sort() }', 'mutated'],
    ['mounted() { this.$data.data.sort() }', 'mutated'],
    ['mounted() { this.$emit("x", this.data) }', 'unknown'],
    ['mixins: [lists]', 'unknown'],
    ['...base', 'unknown'],
    ['methods: { f: debounce(function () { this.data.name = 1 }, 100) }', 'mutated'],
    ['methods: { f: debounce(function () { this.x = 1 }, 100) }', 'unknown'],
    ['watch: { x: debounce(function () { this.data.name = 1 }, 100) }', 'mutated'],
    ['methods: { rename }', 'mutated'],
    ['mounted: rename', 'mutated'],
    ['methods: { show }', 'read'],
    ['methods: { f: debounce(rename) }', 'mutated'],
    ['methods: { ...shared }', 'unknown'],
    ['methods: { f: shared.f }', 'mutated'],
    ['methods: { ["f"]() { this.data.name = 1 } }', 'mutated'],
    ['methods: { [key]() { this.data.name = 1 } }', 'unknown'],
    ['methods: { f() { this.$nextTick(function () { this.data.n = 1 }) } }', 'mutated'],
    ['methods: { f() { this.$nextTick(() => { this.x = 1 }) } }', 'read'],
    ['created() { this.$watch("data", (posts) => { posts.name = 1 }) }', 'mutated'],
    ['created() { this.$watch("data", (posts) => { console.log(posts.name) }) }', 'read'],
    ['created() { this.$watch((vm) => vm.data, (posts) => { posts.name = 1 }) }', 'mutated'],
    ['data: (vm) => ({ u: vm.data }), mounted() { this.u.name = 1 }', 'mutated'],
    ['computed: { first: (vm) => vm.data.items[0] }, mounted() { this.first.x = 1 }', 'mutated'],
    ['computed: { first: (vm) => vm.data.items[0] }', 'read'],
    ['computed: { first: memo((vm) => vm.data.items[0]) }', 'unknown'],
    ['render: (vm) => { vm.data.name = 1 }', 'mutated'],
    ['beforeRouteEnter(to, from, next) { next((vm) => { vm.data.name = 1 }) }', 'mutated'],
    ['beforeRouteEnter(to, from, next) { next() }', 'read'],
    ['beforeRouteEnter(to, from, next) { load(next) }', 'unknown'],
    ['inject: ["q"], auth: false, page: { a: { b: 1 } }, provide() { return { q: 1 } }', 'read'],
    ['provide() { return { q: this.data } }', 'unknown'],
    ['created: [function () { this.data.name = 1 }]', 'mutated'],
    ['apollo: { user: { result() { this.data.name = 1 } } }', 'mutated'],
  ])('%s: %s', (options, expected) => {
    const inner = `setup() { const { data } = useFetch("/x"); return { data } }, ${options}`;
    const rename = options.includes('rename') ? 'function rename() { this.data.name = 1 }' : '';
    const helpers = `${rename} function show(p) { return p }; const shared = { f() { this.data.name = 1 } };`;
    const template = '<template><p>{{ data }}</p></template>';
    for (const code of [`{ ${inner} }`, `defineComponent({ ${inner} })`, `defineFwComponent({ ${inner} })`])
      expectVerdict(
        verdictOf({ 'a.vue': `<script>${helpers}export default ${code}</script>${template}` }),
        expected,
      );
  });

  const inner = 'setup() { const { data } = useFetch("/x"); return { data } }';
  it.each<[string, string]>([
    [`const comp = { ${inner}, methods: { f() { this.data.x = 1 } } }; export default comp`, 'mutated'],
    [
      `const comp = { ${inner}, methods: { f() { this.data.x = 1 } } }; export { comp as default }`,
      'unknown',
    ],
    [`const comp = { ${inner} }; comp.methods = { f() { this.data.x = 1 } }; export default comp`, 'unknown'],
    [`let comp = { ${inner}, methods: { f() { this.data.x = 1 } } }; export default comp`, 'unknown'],
    [`const comp = { ${inner}, methods: { f() { this.x = 1 } } }; export default comp`, 'read'],
    [`export default Vue.extend({ ${inner} })`, 'unknown'],
  ])('%s: %s', (script, expected) => {
    const text = `<script>${script}</script><template><p>{{ data }}</p></template>`;
    expectVerdict(verdictOf({ 'a.vue': text }), expected);
  });

  it.each<[string, string]>([
    ['methods: { f: debounce(function () { this.post.x = 1 }) }', 'mutated'],
    ['methods: { f: imported }', 'mutated'],
    ['methods: { f() { this.x = 1 } }', 'read'],
  ])('in a child: %s: %s', (options, expected) => {
    const page =
      '<script setup>const { data } = useFetch("/x")</script><template><Card :post="data" /></template>';
    const script = `import { imported } from "./lib"; export default { props: ["post"], ${options} }`;
    const card = `<script>${script}</script><template><p /></template>`;
    const lib = 'export function imported() { this.post.x = 1 }';
    expectVerdict(verdictOf({ 'a.vue': page, 'components/Card.vue': card, 'lib.ts': lib }), expected);
    const named = card
      .replace('export default', 'const card =')
      .replace('</script>', '; export default card</script>');
    expectVerdict(verdictOf({ 'a.vue': page, 'components/Card.vue': named, 'lib.ts': lib }), expected);
  });

  it('is accessible through a `ref`', () => {
    const card = `<script>export default { ${inner} }</script><template><p>{{ data }}</p></template>`;
    const parent = '<template><p ref="p" /><UserCard ref="c" /></template>';
    expect(verdictOf({ 'components/UserCard.vue': card, 'a.vue': parent })).toMatch(
      /^unknown 1: is accessible/,
    );
    const imports = '<script setup>import C from "./components/UserCard.vue"</script>';
    const named = `${imports}${parent.replace('UserCard ref', 'C :ref')}`;
    expect(verdictOf({ 'components/UserCard.vue': card, 'a.vue': named })).toMatch(
      /^unknown 1: is accessible/,
    );
    const reading = parent.replace('UserCard ref="c"', 'UserCard');
    expect(verdictOf({ 'components/UserCard.vue': card, 'a.vue': reading })).toBe('read');
  });

  it('are all of an object that is bound without names', () => {
    const parent = `<script setup>\nconst { data } = await useFetch('/x')\n</script>\n<template><Kid v-bind="data" /></template>`;
    const kid = (code: string) =>
      `<script setup>\nconst props = defineProps(['other'])\n${code}\n</script>\n<template><p /></template>`;
    const verdict = (code: string) => verdictOf({ 'a.vue': parent, 'components/Kid.vue': kid(code) });
    expect(verdict('const { other } = toRefs(props); other.value.z = 1')).toMatch(/^mutated/);
    expect(verdict("toRef(props, 'other').value.z = 1")).toMatch(/^mutated/);
    expect(verdict('const { other } = toRefs(props); console.log(other.value.z)')).toBe('read');
  });

  it.each<[string, string]>([
    ['{ Card: Other }', 'mutated'],
    ['{ card: Other }', 'mutated'],
    ['{ Other }', 'read'],
    ['{ Card: make() }', 'unknown'],
    ['{ ...all }', 'unknown'],
  ])('registers %s: %s', (components, expected) => {
    const page = `<script>import Other from "./Other.vue"; export default { components: ${components}, ${inner} }</script><template><Card :post="data" /></template>`;
    const child = (script: string) => `<script setup>const props = defineProps(["post"]); ${script}</script>`;
    const others = { 'Other.vue': child('props.post.x = 1'), 'components/Card.vue': child('') };
    expectVerdict(verdictOf({ 'a.vue': page, ...others }), expected);
  });
});

describe('in a class', () => {
  const page =
    '<script setup>import { Repo } from "./repo"; const { data } = await new Repo().list(); data.value[0].done = true</script>';
  it.each<[string, string]>([
    ['export class Repo { async list() { return await useFetch("/x") } }', 'unknown'],
    ['export class Repo { static list() { return useFetch("/x") } }', 'unknown'],
    ['export class Repo { list = () => useFetch("/x") }', 'unknown'],
    ['export class Repo { #list = useFetch("/x") }', 'unknown'],
    ['export class Repo { get all() { return useFetch("/x").data } }', 'unknown'],
    ['class Base { list() { return useFetch("/x") } } export class Repo extends Base {}', 'unknown'],
    ['export const Repo = class { list() { return useFetch("/x") } }', 'unknown'],
    ['class A { list() { return useFetch("/x") } } export const repos = { a: new A() }', 'unknown'],
    ['class A { list() { return useFetch("/x") } } export const makeRepo = () => new A()', 'unknown'],
    ['export class Repo { list() { const { data } = useFetch("/x"); data.value.x = 1 } }', 'mutated'],
    ['export class Repo { list() { const { data } = useFetch("/x"); console.log(data.value) } }', 'read'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(verdictOf({ 'repo.ts': script, 'a.vue': page }), expected);
  });
});

describe('without naming the data', () => {
  it.each<[string, string]>([
    ['const { proxy } = getCurrentInstance()\nconst f = () => { proxy.data.push(1) }', 'mutated 2'],
    ['const vm = getCurrentInstance()\nonMounted(() => { vm.setupState.data.x = 1 })', 'mutated 2'],
    ['const vm = getCurrentInstance()\nvm.proxy.data = []', 'read'],
    [
      'const vm = getCurrentInstance()\nvm.proxy.$toast("a")\nvm.appContext.config.globalProperties.$x()',
      'read',
    ],
    ['const vm = getCurrentInstance()\nregister(vm)', 'unknown 2: is passed to `register()`'],
    ['defineOptions({ methods: { add() { this.data.push(1) } } })', 'mutated'],
    ['defineOptions({ name: "Page", inheritAttrs: false })', 'read'],
    ['const f = () => eval("data.value.x = 1")', 'unknown 1: is visible to `eval()`'],
    ['onMounted(() => { globalThis.eval("1") })', 'read'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(`const { data } = useFetch("/x"); ${script}`), expected);
  });

  const closed = '<script setup>const { data } = useFetch("/x")</script>';
  const open =
    '<script>export default { setup() { const { data } = useFetch("/x"); return { data } } }</script>';

  it.each<[string, string]>([
    ['methods: { add() { this.data.push(1) } }', 'mutated'],
    ['name: "Page", inheritAttrs: false, methods: { add() { this.x = 1 } }', 'read'],
  ])('by options beside `<script setup>`: %s: %s', (options, expected) => {
    const card = `<script>export default { ${options} }</script>${closed}<template><p>{{ data }}</p></template>`;
    const parent = '<template><UserCard ref="card" /></template>';
    expectVerdict(verdictOf({ 'components/UserCard.vue': card, 'a.vue': parent }), expected);
  });

  it.each<[string, string]>([
    ['<script>export default { mounted() { this.$parent.data.push(1) } }</script>', 'unknown'],
    ['<template><p @click="$root.data.push(1)" /></template>', 'unknown'],
    ['<template><p @click="$parent.close()" /></template>', 'read'],
  ])('in a child: %s: %s', (child, expected) => {
    const template = '<template><Child /></template>';
    expectVerdict(verdictOf({ 'a.vue': open + template, 'components/Child.vue': child }), expected);
    // It is closed to others.
    expect(verdictOf({ 'a.vue': closed + template, 'components/Child.vue': child })).toBe('read');
  });

  it.each<[string, string]>([
    ['child.value.$props.post.x = 1', 'unknown'],
    ['child.value.open()', 'read'],
  ])('through a `ref` to a child: %s: %s', (code, expected) => {
    const script = `const { data } = useFetch("/x"); const child = ref(); const f = () => { ${code} }`;
    const page = `<script setup>${script}</script><template><PostCard ref="child" :post="data" /></template>`;
    const card = '<script setup>defineProps(["post"])</script><template>{{ post.title }}</template>';
    expectVerdict(verdictOf({ 'a.vue': page, 'components/PostCard.vue': card }), expected);
  });
});

describe('with `var`', () => {
  it.each<[string, string]>([
    ['function f(id) { if (id) { var t = data.value.find((x) => x.id === id) } t.done = true }', 'mutated'],
    ['try { var d = data.value } catch {} d.n = 1', 'mutated'],
    ['for (var r of data.value) {} r.n = 1', 'mutated'],
    ['for (var r = data.value; ; ) {} r.n = 1', 'mutated'],
    ['switch (a) { case 1: var { r } = data.value } r.n = 1', 'mutated'],
    ['namespace A { if (a) { var d = data.value } d.n = 1 }', 'mutated'],
    ['class A { static { if (a) { var d = data.value } d.n = 1 } }', 'unknown'],
    ['if (a) { let d = data.value } d.n = 1', 'read'],
    ['function f() { var d = data.value } d.n = 1', 'read'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(`const { data } = useFetch("/x"); ${script}`), expected);
  });

  it('follows a call in a block', () => {
    const script = 'try { var { data: user } = await useFetch("/x") } catch {}';
    expectVerdict(setup(script, '<input v-model="user.name">'), 'mutated');
  });
});

describe('in other files', () => {
  const composable = 'export function usePosts() { const { data } = useFetch("/x"); return { posts: data } }';
  it.each<[string, Record<string, string>, string]>([
    ['nobody uses it', {}, 'read'],
    [
      'a caller reads',
      { 'a.vue': '<script setup>const { posts } = usePosts()</script><template>{{ posts }}</template>' },
      'read',
    ],
    [
      'a caller changes',
      { 'a.vue': '<script setup>const { posts } = usePosts(); posts.value.push(1)</script>' },
      'mutated',
    ],
    [
      'an importing caller changes',
      {
        'a.ts':
          'import { usePosts as use } from "~/composables/posts"; export const f = () => use().posts.value.push(1)',
      },
      'mutated',
    ],
    [
      'a caller of a caller',
      {
        'b.ts': 'export const useFirst = () => computed(() => usePosts().posts.value[0])',
        'a.vue': '<script setup>const p = useFirst()</script><template><input v-model="p.title"></template>',
      },
      'mutated',
    ],
    [
      'through a barrel',
      {
        'index.ts': 'export * from "./composables/posts"',
        'a.ts': 'import { usePosts } from "./index"; export function f() { usePosts().posts.value.x = 1 }',
      },
      'mutated',
    ],
    [
      'under another name',
      {
        'index.ts': 'export { usePosts as useArticles } from "./composables/posts"',
        'a.ts':
          'import { useArticles } from "./index"; export function f() { useArticles().posts.value.x = 1 }',
      },
      'mutated',
    ],
    [
      'loaded later',
      {
        'a.ts':
          'export async function f() { const { usePosts } = await import("~/composables/posts"); usePosts().posts.value.x = 1 }',
      },
      'mutated',
    ],
    [
      'through a folder',
      {
        'a.ts':
          'import * as all from "#composables"; export const f = () => all.usePosts().posts.value.push(1)',
      },
      'mutated',
    ],
    ['a caller that cannot be parsed', { 'a.ts': 'usePosts( {' }, 'unknown'],
    [
      'a store',
      {
        'a.ts':
          'export const useStore = defineStore("x", () => { const { posts } = usePosts(); return { posts } })',
      },
      'unknown',
    ],
  ])('%s', (_, others, expected) => {
    expectVerdict(verdictOf({ 'composables/posts.ts': composable, ...others }), expected);
    const whole =
      'export const usePosts = () => { const { data: posts } = useFetch("/x"); return { posts } }';
    expectVerdict(verdictOf({ 'composables/posts.ts': whole, ...others }), expected);
  });

  it.each<[string, string, string]>([
    [
      'reads',
      '<script setup>defineProps<{ post: object }>()</script><template>{{ post.title }}</template>',
      'read',
    ],
    ['changes', '<script setup>const props = defineProps(["post"]); props.post.x = 1</script>', 'mutated'],
    [
      'changes in its template',
      '<script setup>defineProps({ post: Object })</script><template><input v-model="post.title"></template>',
      'mutated',
    ],
    [
      'takes it apart',
      '<script setup>const { post } = defineProps(["post"]); post.x = 1</script>',
      'mutated',
    ],
    [
      'has refs to it',
      '<script setup>const { post } = toRefs(withDefaults(defineProps<Props>(), {})); post.value.x = 1</script>',
      'mutated',
    ],
    [
      'has options',
      '<script>export default { props: ["post"], methods: { f() { this.post.x = 1 } } }</script><template><p /></template>',
      'mutated',
    ],
    [
      'gives all its props to a slot',
      '<script setup>defineProps(["post"])</script><template><slot v-bind="$props" /></template>',
      'unknown',
    ],
    [
      'has options and gives all its props to a slot',
      '<script>export default { props: ["post"] }</script><template><slot v-bind="$props" /></template>',
      'unknown',
    ],
    [
      'gives the props that it has a name for to a slot',
      '<script setup>const props = defineProps(["post"])</script><template><slot v-bind="props" /></template>',
      'unknown',
    ],
    [
      'emits it',
      '<script setup>defineProps(["post"])</script><template><p @click="$emit(\'x\', post)" /></template>',
      'unknown',
    ],
    ['does not declare it', '<script setup>defineProps(["other"])</script>', 'unknown'],
    ['cannot be parsed', '<script setup>defineProps(["post"]</script>', 'unknown'],
  ])('a child component %s', (_, child, expected) => {
    const page =
      '<script setup>const { data } = useFetch("/x")</script><template><PostCard v-for="p in data" :post="p" /></template>';
    expectVerdict(
      verdictOf({ 'a.vue': page, 'components/PostCard.vue': child.replace('setup>', 'setup lang="ts">') }),
      expected,
    );
    const importing = page
      .replace('setup>', 'setup>import PostCard from "./components/PostCard.vue";')
      .replace('<PostCard', '<post-card');
    expectVerdict(
      verdictOf({
        'a.vue': importing,
        'components/PostCard.vue': child.replace('setup>', 'setup lang="ts">'),
      }),
      expected,
    );
  });

  it('takes a tag for the component that the file itself declares', () => {
    const page = (script: string) =>
      `<script setup>${script}; const { data } = useFetch("/x")</script><template><PostCard :post="data" /></template>`;
    const others = {
      'components/PostCard.vue':
        '<script setup>defineProps(["post"])</script><template>{{ post }}</template>',
      'Form.vue': '<script setup>defineProps(["post"])</script><template><input v-model="post.x"></template>',
    };
    expect(verdictOf({ 'a.vue': page('const x = 1'), ...others })).toBe('read');
    const lazy = 'const PostCard = defineAsyncComponent(() => import("./Form.vue"))';
    expect(verdictOf({ 'a.vue': page(lazy), ...others })).toMatch(/^unknown/);
    const renamed = 'import Form from "./Form.vue"; const PostCard = Form';
    expect(verdictOf({ 'a.vue': page(renamed), ...others })).toMatch(/^unknown/);
  });

  it('goes through a component to the one that it consists of', () => {
    const page =
      '<script setup>const { data } = useFetch("/x"); const all = computed(() => ({ post: data.value }))</script><template><PostCard v-bind="all" /></template>';
    const form = '<script setup>defineProps(["post"])</script><template><input v-model="post.x"></template>';
    const verdict = (card: string) =>
      verdictOf({ 'a.vue': page, 'components/PostCard.vue': card, 'components/PostForm.vue': form });
    expect(verdict('<template><PostForm /></template>')).toMatch(/^unknown/);
    expect(verdict('<template><p><PostForm /></p></template>')).toBe('read');
  });

  it.each<[string, string]>([
    ['<slot :item="data" />', 'unknown'],
    ['<slot name="a" v-bind="{ data }" />', 'unknown'],
    ['<slot /><p>{{ data }}</p>', 'read'],
  ])('a slot: %s: %s', (template, expected) => {
    const script = '<script setup>const { data } = useFetch("/x")</script>';
    const user = '<template><PostCard v-slot="{ item }"><input v-model="item.x"></PostCard></template>';
    const card = `${script}<template>${template}</template>`;
    expectVerdict(verdictOf({ 'components/PostCard.vue': card, 'a.vue': user }), expected);
  });

  it('goes into functions of other files', () => {
    const page =
      '<script setup>import { show, save } from "./lib"; const { data } = useFetch("/x"); show(data.value)</script>';
    const lib = 'export function show(p) { return p.title } export const save = (p) => { p.x = 1 }';
    expect(verdictOf({ 'a.vue': page, 'lib.ts': lib })).toBe('read');
    expect(verdictOf({ 'a.vue': page.replace('show(data', 'save(data'), 'lib.ts': lib })).toBe('mutated 1');
  });
});

describe('in a plain script', () => {
  it.each<[string, string]>([
    [
      'export default defineFwRouteMiddleware(async () => { const { data } = await useFetch("/x"); if (!data.value) return navigateTo("/") })',
      'read',
    ],
    [
      'export default defineFwPlugin(async () => { const { data } = await useFetch("/x"); return { provide: { data } } })',
      'unknown',
    ],
    ['const { data } = useFetch("/x"); export default { data }; data.value.x = 1', 'mutated'],
    [
      'export default defineComponent({ setup() { const { data } = useFetch("/x"); return { data } } })',
      'unknown',
    ],
    [
      'export default defineComponent({ setup() { const { data } = useFetch("/x"); return () => <p onClick={() => data.value.push(1)}>{data.value.title}</p> } })',
      'mutated',
    ],
    ['namespace A { const { data } = useFetch("/x"); data.value.x = 1 }', 'mutated'],
    ['const { data } = useFetch("/x"); export = data', 'unknown'],
    ['const { data } = useFetch("/x"); const f = () => <input v-model={data.value.title} />', 'unknown'],
    ['const { data } = useFetch("/x"); const f = () => <input value={data.value.title} />', 'read'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(verdictOf({ 'a.tsx': script }), expected);
  });
});
