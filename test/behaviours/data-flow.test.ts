import { describe, expect, it } from 'vitest';
import { component, verdictOf } from './support/verdicts.ts';

/** Checks that the verdict starts so. */
function expectVerdict(found: string, expected: string): void {
  expect(found.slice(0, expected.length)).toBe(expected);
}

function setup(script: string, template = ''): string {
  return verdictOf(component(script, template));
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
    ['const { data } = useFetch("/x"); setTimeout((d) => { d.x = 1 }, 10, data.value)', 'mutated'],
    [
      'const { data } = useFetch("/x"); JSON.stringify(data.value, (k, v) => { v.x = 1; return v })',
      'mutated',
    ],
    ['const { data } = useFetch("/x"); Object.assign(data.value, { a: 1 })', 'mutated'],
    [
      'const { data } = useFetch("/x"); const copy = Object.assign({}, data.value); copy.a = 1',
      'unknown',
    ],
    ['const { data } = useFetch("/x"); const copy = { ...data.value }; copy.a = 1', 'read'],
    ['const { data } = useFetch("/x"); const copy = { ...data.value }; copy.a.b = 1', 'mutated'],
    [
      'const { data } = useFetch("/x"); const list = [...data.value]; list.push(1); list.sort()',
      'read',
    ],
    ['const { data } = useFetch("/x"); const list = [...data.value]; list[0].a = 1', 'mutated'],
    [
      'const { data } = useFetch("/x"); const copy = structuredClone(data.value); copy.a.b = 1',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); const copy = JSON.parse(JSON.stringify(data.value)); copy.a.b = 1',
      'read',
    ],
    ['const { data } = useFetch("/x"); data.value.forEach((p) => { p.done = true })', 'mutated'],
    ['const { data } = useFetch("/x"); data.value.map((p) => p.title).sort()', 'read'],
    ['const { data } = useFetch("/x"); data.value.filter((p) => p.done).sort()', 'read'],
    ['const { data } = useFetch("/x"); data.value.filter((p) => p.done)[0].x = 1', 'mutated'],
    [
      'const { data } = useFetch("/x"); const p = data.value.find((p) => p.id === 1); p.x = 1',
      'mutated',
    ],
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
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); const byId = new Map(data.value.map((p) => [p.id, p])); byId.set(2, {})',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); const seen = new Map(); seen.set(data.value[0], 1); for (const p of seen.keys()) p.x = 1',
      'unknown',
    ],
    ['const { data } = useFetch("/x"); const s = { ...useStore() }; s.set(data.value)', 'unknown'],
    [
      'const { data } = useFetch("/x"); const { a, ...s } = useStore(); s.add(data.value)',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); const s = Object.assign({}, useStore()); s.find(data.value)',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); const o = { ...shared }; o.hasOwnProperty(data.value.id)',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); [...data.value].sort((a, b) => a.x.localeCompare(b.x))',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); const o = { has: () => data.value }; o.has().x = 1',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); const n = data.value.reduce((sum, p) => sum + p.n, 0)',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); const n = data.value.reduce((sum, p) => { p.x = 1; return sum }, 0)',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); data.value.reduce((max, p) => (p.n > 1 ? p : max), 0).x = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const last = data.value.reduce((all, p) => p, ""); last.x = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const o = data.value.reduce((all, p) => ({ ...all, p }), {})',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); const g = data.value.reduce((all, p) => { all[p.k] = p; return all }, {}); g.a.x = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const g = data.value.reduce((all, p) => { all[p.k] = p; return all }, {}); g.a = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); function save(p) { p.x = 1 } save(data.value[0])',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); function show(p) { alert(p.x) } show(data.value[0])',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); function take(p) { return p.x } take(data.value[0])',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); const first = () => data.value[0]; first().x = 1',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); normalise(data.value)',
      'unknown 1: the data is passed to `normalise()`',
    ],
    [
      'import { normalise } from "lib"; const { data } = useFetch("/x"); normalise(data.value)',
      'unknown 1: the data is passed to `normalise()`',
    ],
    [
      'const { data } = useFetch("/x"); data.value.map(normalise)',
      'unknown 1: the data is passed to `normalise()`',
    ],
    ['const { data } = useFetch("/x"); data.value.map(String).filter(Boolean)', 'read'],
    [
      'const { data } = useFetch("/x"); const store = useStore(); store.posts = data.value',
      'unknown 1: the data is stored in `store`',
    ],
    [
      'const { data } = useFetch("/x"); const store = useStore(); store.set(data.value)',
      'unknown 1: the data is passed to `store.set()`',
    ],
    [
      'const { data } = useFetch("/x"); const emit = defineEmits(["x"]); emit("x", data.value)',
      'unknown 1: the data is passed to `emit()`',
    ],
    [
      'const { data } = useFetch("/x"); const refs = storeToRefs(data)',
      'unknown 1: the data is passed to `storeToRefs()`',
    ],
    [
      'const { data } = useFetch("/x"); provide("x", data)',
      'unknown 1: the data is passed to `provide()`',
    ],
    [
      'const { data } = useFetch("/x"); defineExpose({ data })',
      'unknown 1: the data is passed to `defineExpose()`',
    ],
    [
      'const { data } = useFetch("/x"); throw data.value',
      'unknown 1: the data is used in code that cannot be analysed',
    ],
    ['const { data } = useFetch("/x"); document.title = data.value.title', 'unknown'],
    [
      'const { data } = useFetch("/x"); const document = make(); document.title = data.value',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); new Intl.NumberFormat("en").format(data.value.price)',
      'unknown',
    ],
    ['const { data } = useFetch("/x"); const f = make(); f.format(data.value.price)', 'unknown'],
    [
      'const { data } = useFetch("/x"); const m = defineModel(); m.value = data.value',
      'unknown 1: the data is stored in `m`',
    ],
    [
      'const { data } = useFetch("/x"); const m = defineModel("a"); watch(data, (v) => { m.value = v })',
      'unknown 1: the data is stored in `m`',
    ],
    [
      'const { data } = useFetch("/x"); const c = computed({ get: () => 1, set: save }); c.value = data.value',
      'unknown 1: the data is stored in `c`',
    ],
    ['const { data } = useFetch("/x"); const m = defineModel(); m.value = 1; data.value.a', 'read'],
    ['const { data } = useFetch("/x"); watch(data, (v) => { v.map((p) => p.id) })', 'read'],
    [
      'const { data } = useFetch("/x"); watch(data, (v, old) => { old.filter((p) => p.id) })',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); watch(() => data.value, (v) => { v.find((p) => p.id) })',
      'read',
    ],
    [
      'const { data } = useFetch("/x"); watch(data, (v) => { v.find((p) => p.id).x = 1 })',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); watch(data, (v, old, clean) => { clean(() => v) })',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); data.value[key]()',
      'unknown 1: the data is used in `….[…]()`, which is unknown',
    ],
    [
      'const { data } = useFetch("/x"); const s = html`${data.value}`',
      'unknown 1: the data is used in code that cannot be analysed',
    ],
    [
      'const { data } = useFetch("/x"); let target = {}; if (a) target = other(); target.posts = data.value',
      'unknown 1: the data is stored in `target`',
    ],
    [
      'const { data } = useFetch("/x"); const { title, ...rest } = data.value; rest.x = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const { title, ...rest } = data.value; rest.x.y = 1',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const add = (post) => { data.value = [...data.value, post] }',
      'unknown 1: the data is replaced by another value',
    ],
    [
      'const { data } = useFetch("/x"); data.value.find(isNew)',
      'unknown 1: the data is passed to `isNew()`',
    ],
    ['const { data } = useFetch("/x"); const all = [1]; all.push(() => data.value)', 'unknown'],
    ['const shared = ref([]); const { data } = useAsyncData(() => shared.value)', 'unknown'],
    ['const { data } = useFetch("/x"); const [first] = data.value; first.x = 1', 'mutated'],
    ['const { data } = useFetch("/x"); [data.value.a] = [1]', 'unknown'],
    ['const { data } = useFetch("/x"); ({ a: data.value.a } = {})', 'unknown'],
    [
      'const { data } = useFetch("/x"); let a = [...data.value]; a = data.value; a.push(1)',
      'mutated',
    ],
    ['const { data } = useFetch("/x"); let b; ({ b } = { b: data.value })', 'unknown'],
    ['const { data } = useFetch("/x"); data.value.n += 1', 'mutated'],
    ['const { data } = useFetch("/x"); data.value.n ??= 1', 'mutated'],
    ['const { data } = useFetch("/x"); data.value["a"].splice(0, 1)', 'mutated'],
    ['const { data } = useFetch("/x"); data.value?.items?.push(1)', 'mutated'],
    ['const { data } = useFetch("/x"); data.value!.items', 'read'],
    [
      'const { data } = useFetch("/x"); const load = async () => { const { data } = other(); data.value.x = 1 }',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); class A { set(p) { p.x = 1 } } new A().set(data.value)',
      'unknown 1: the data is visible to `class`',
    ],
    [
      'const { data } = useFetch("/x"); new Thing(data.value)',
      'unknown 1: the data is passed to `new Thing()`',
    ],
    ['const { data } = useFetch("/x"); new Date(data.value.at).toISOString()', 'read'],
    ['const { data } = useFetch("/x"); useHead({ title: () => data.value.title })', 'read'],
    [
      'const { data } = useFetch("/x"); if (!data.value) throw createError({ data: data.value })',
      'read',
    ],
    ['const { data } = useFetch("/x"); setTimeout(() => { data.value.x = 1 })', 'mutated'],
    ['function* f() { const { data } = useFetch("/x"); yield data }', 'unknown'],
    [
      'const { data } = useFetch("/x"); const o = { get first() { return data.value[0] } }; o.first.x = 1',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); const o = { list: data.value, add() { this.list.push(1) } }',
      'unknown 1: the data is visible to `this`',
    ],
    [
      'const { data } = useFetch("/x"); function f() { arguments[0].x = 1 } f(data.value)',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); function f(...all) { all[0].x = 1 } f(data.value)',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); ids.forEach(function (id) { this.x = id }, data.value)',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); [1].forEach(function (n) { this.x = n }, data.value)',
      'unknown',
    ],
    ['const { data } = useFetch("/x"); f.call(null, data.value)', 'unknown'],
    [
      'const { data } = useFetch("/x"); switch (data.value.kind) { case 1: data.value.x = 1 }',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); try { a() } catch { data.value.x = 1 } finally { b() }',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); label: while (true) { data.value.pop(); break label }',
      'mutated',
    ],
    ['useFetch("/x").then(({ data }) => { data.value.x = 1 })', 'unknown'],
    [
      'const [{ data }, { data: b }] = await Promise.all([useFetch("/x"), useFetch("/y")]); b.value.push(1)',
      'mutated',
    ],
    [
      'const [{ data }, { data: b }] = await Promise.all([useFetch("/x"), useFetch("/y")]); data.value.push(1)',
      'mutated',
    ],
    [
      'const { data } = useFetch("/x"); const { data: b } = useAsyncData(() => data.value.items); b.value.push(1)',
      'unknown 1: the data is passed to `useAsyncData()`',
    ],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(script), expected);
  });
});

describe('through the view library', () => {
  it.each<[string, string]>([
    ['const first = computed(() => data.value[0]); first.value.x = 1', 'mutated'],
    [
      'const titles = computed(() => data.value.map((p) => p.title)); titles.value.push("a")',
      'mutated',
    ],
    [
      'const done = computed(() => data.value.filter((p) => p.done)); done.value[0].x = 1',
      'mutated',
    ],
    [
      'const title = computed({ get: () => data.value.title, set: (v) => { data.value.title = v } })',
      'mutated',
    ],
    ['const title = computed({ get: () => data.value.title, set: (v) => { save(v) } })', 'read'],
    ['const { title } = toRefs(data.value); title.value = "a"', 'mutated'],
    ['const title = toRef(data.value, "title"); title.value = "a"', 'mutated'],
    ['const state = reactive({ posts: data }); state.posts.push(1)', 'mutated'],
    ['const state = reactive({ posts: data }); state.posts = []', 'read'],
    [
      'const state = reactive({ posts: [] }); state.posts = data.value; state.posts.push(1)',
      'unknown',
    ],
    ['const form = reactive({ ...data.value }); form.title = "a"', 'read'],
    ['const form = ref({ ...data.value }); form.value.title = "a"', 'mutated'],
    ['const form = ref(data.value); form.value.title = "a"', 'mutated'],
    ['const list = ref([]); list.value = data.value; list.value.push(1)', 'unknown'],
    ['const list = ref([]); list.value = [...data.value]; list.value.push(1)', 'unknown'],
    ['unref(data).push(1)', 'mutated'],
    ['toValue(() => data.value).push(1)', 'mutated'],
    ['readonly(data).value.length', 'read'],
    ['watch(data, (posts) => { posts.x = 1 })', 'mutated'],
    ['watch(data, (posts) => { console.log(posts.x) }, { deep: true })', 'read'],
    ['watch(() => data.value.items, (items) => { items.push(1) })', 'mutated'],
    ['const b = ref(); watch([b, data], ([one, posts]) => { posts.push(1) })', 'mutated'],
    ['const b = ref([]); watch([b, data], ([one, posts]) => { console.log(posts) })', 'read'],
    ['watch(data, refreshAll)', 'unknown 1: the data is passed to `refreshAll()`'],
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
    [
      'const { data } = useFetch("/x", { transform: (posts) => { posts.sort(); return posts } })',
      'read',
    ],
    [
      'const { data } = useAsyncData(async () => { const res = await $fetch("/x"); res.items = res.items.filter(Boolean); return res })',
      'read',
    ],
    [
      'const list = ref([]); const { data } = useAsyncData(async () => { const res = await $fetch("/x"); list.value = res; return res }); list.value.push(1)',
      'unknown',
    ],
    [
      'const list = ref([]); useFetch("/x", { transform(posts) { list.value = posts; return posts } }); const add = () => list.value.push(1)',
      'unknown',
    ],
    [
      'const list = ref([]); useAsyncData(() => $fetch("/x").then((res) => { list.value = res.items; return res })); list.value.push(1)',
      'unknown',
    ],
    [
      'const total = ref(0); const { data } = useFetch("/x", { transform: (res) => { total.value = res.total; return res.items } })',
      'unknown',
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
      'unknown',
    ],
    [
      'const kept = reactive({ page: {} }); useFetch("/x", { transform(posts) { kept.page.posts = posts; return posts } }); kept.page.posts.x = 1',
      'unknown',
    ],
    // Nobody is told of a change to what is not reactive, before or after.
    [
      'const kept = new Map(); useFetch("/x", { transform(posts) { kept.set(1, posts); return posts } }); kept.get(1).x = 1',
      'unknown',
    ],
    ...['load', '() => load()', 'async () => { const posts = await load(); return posts }'].map(
      (handler): [string, string] => [
        `const kept = ref(); async function load() { const res = await $fetch("/x"); kept.value = res; return res } useAsyncData("k", ${handler}); kept.value.x = 1`,
        'unknown',
      ],
    ),
    [
      'const kept = ref(); async function load() { const res = await $fetch("/x"); kept.value = res; return res } useAsyncData("k", async () => { await load(); return 1 }); kept.value.x = 1',
      'unknown',
    ],
    ['const { data } = useAsyncData("k", (app) => app.$api.load(1))', 'read'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(script), expected);
  });
});

describe('in a template', () => {
  const assigning = (made: string, listener: string, more = '') =>
    setup(
      `const { data } = await useFetch('/x')\nconst sel = ${made}`,
      `<i v-for="i in data" @click="${listener}" />${more}`,
    );

  it.each(['title = 1', 'title++'])(
    'a ref of a part of the data that the template writes to: %s',
    (listener) => {
      const script =
        "const { data } = await useFetch('/x')\nconst title = toRef(data.value, 'title')";
      expectVerdict(setup(script, `<i @click="${listener}" />`), 'mutated');
    },
  );

  it.each([
    ['ref()', 'sel = i'],
    ['useState("sel")', 'sel = i'],
    ['useSel()', 'sel = i.sub'],
  ])('%s that the template assigns to: %s', (made, listener) => {
    expectVerdict(assigning(made, listener), 'unknown 3: the data is stored in `sel`');
  });

  it.each([
    '<select v-model="sel"><option v-for="i in data" :value="i" /></select>',
    '<select v-model="sel"><optgroup v-for="g in data"><option v-bind="{ value: g.first }" /></optgroup></select>',
    '<label v-for="i in data"><input v-model="sel" type="radio" :value="i"></label>',
    '<input v-model="sel" type="checkbox" :true-value="data[0]">',
    '<Field v-model="sel"><option v-for="i in data" :value="i" /></Field>',
  ])('a value that someone chooses goes out of sight: %s', (template) => {
    const script = 'const { data } = useFetch("/x"); const sel = ref()';
    expectVerdict(setup(script, template), 'unknown 2: the data is passed to `v-model`');
  });

  it('a text that someone chooses is only read', () => {
    const template = '<select v-model="sel"><option v-for="i in data">{{ i }}</option></select>';
    expect(setup('const { data } = useFetch("/x"); const sel = ref()', template)).toBe('read');
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
    [
      '<p v-for="p in data"><i @click="$emit(\'x\', p)" /></p>',
      'unknown 2: the data is passed to `$emit()`',
    ],
    ['<Card :post="data" />', 'unknown 2: the data is passed to `<Card>`'],
    ['<my-card :post="data.first" />', 'unknown 2: the data is passed to `<my-card>`'],
    ['<Card v-bind="data" />', 'unknown 2: the data is passed to `<Card>`'],
    ['<Card :key="data.id" :class="data.kind" />', 'read'],
    ['<Card v-model="data.title" />', 'mutated'],
    ['<FwLink :to="data.path">{{ data.title }}</FwLink>', 'read'],
    ['<fw-img :src="data.image" />', 'read'],
    ['<FwPage :user="data" />', 'unknown 2: the data is passed to `<FwPage>`'],
    ['<FwLayout name="foo" :items="data" />', 'unknown 2: the data is passed to `<FwLayout>`'],
    ['<RouterView :user="data" />', 'unknown 2: the data is passed to `<RouterView>`'],
    ['<FwLayout name="foo"><p>{{ data.title }}</p></FwLayout>', 'read'],
    ['<component :is="kind" :post="data" />', 'unknown 2: the data is passed to `<component>`'],
    ['<slot :post="data" />', 'unknown 2: the data is passed to `<slot>`'],
    ['<p v-focus="data.x" />', 'unknown 2: the data is passed to `v-focus`'],
    ['<p v-if="data &amp;&amp; data.length > 0" v-html="data.html" :title="data.title" />', 'read'],
    ['<List><template #item="{ row }"><input v-model="row.x"></template></List>', 'read'],
    ['<p>{{ format(data.date) }}</p>', 'unknown 2: the data is passed to `format()`'],
    ['<p>{{ $t(data.key) }}</p>', 'read'],
  ])('%s: %s', (template, expected) => {
    const script =
      'const { data } = useFetch("/x"); function save(saved) { saved.x = 1 } function show(shown) { alert(shown.x) }';
    expectVerdict(setup(script, template), expected);
  });

  it('cannot see a template in another file', () => {
    for (const attributes of ['\n  src="./a.html"', ' v-if="1 > 0" src="./a.html"']) {
      const text = `<script setup>const { data } = useFetch("/x")</script><template${attributes} />`;
      expect(verdictOf(text)).toBe('unknown 1: the code cannot be read');
    }
  });

  it('finds names in every spelling that a template has for them', () => {
    const within = (template: string) =>
      setup('const { data: newPosts } = useFetch("/x"); const save = () => {}', template);
    expect(within('<p>{{ save }}</p>')).toBe('read');
    expectVerdict(
      within('<PostList :new-posts />'),
      'unknown 2: the data is passed to `<PostList>`',
    );
    expectVerdict(within('<p @click="new&#80;osts.x = 1" />'), 'mutated 2');
    expectVerdict(
      within('<p @click="new\\u0050osts.x = 1" />'),
      'unknown 1: the code cannot be read',
    );
  });

  it('takes what is in an entry of an object for a ref that it may be', () => {
    const text = setup(
      'const { data } = useFetch("/x"); const entry = Object.entries({ value: data })[0][1]',
      '<p @click="entry.x = 1" />',
    );
    expectVerdict(text, 'mutated 2');
  });

  it('cannot see a template in another language', () => {
    const text =
      '<script setup>const { data } = useFetch("/x")</script><template lang="pug">p {{ data }}</template>';
    expect(verdictOf(text)).toBe('unknown 1: the code cannot be read');
  });
});

describe('in a class', () => {
  it.each<[string, string]>([
    ['export class Repo { async list() { return await useFetch("/x") } }', 'unknown'],
    ['export class Repo { static list() { return useFetch("/x") } }', 'unknown'],
    ['export class Repo { list = () => useFetch("/x") }', 'unknown'],
    ['export class Repo { #list = useFetch("/x") }', 'unknown'],
    ['export class Repo { get all() { return useFetch("/x").data } }', 'unknown'],
    [
      'class Base { list() { return useFetch("/x") } } export class Repo extends Base {}',
      'unknown',
    ],
    ['export const Repo = class { list() { return useFetch("/x") } }', 'unknown'],
    ['class A { list() { return useFetch("/x") } } export const repos = { a: new A() }', 'unknown'],
    [
      'class A { list() { return useFetch("/x") } } export const makeRepo = () => new A()',
      'unknown',
    ],
    [
      'export class Repo { list() { const { data } = useFetch("/x"); data.value.x = 1 } }',
      'mutated',
    ],
    [
      'export class Repo { list() { const { data } = useFetch("/x"); console.log(data.value) } }',
      'unknown 1: the data is visible to `class`',
    ],
  ])('%s: %s', (script, expected) => {
    expectVerdict(verdictOf(script, 'repo.ts'), expected);
  });
});

describe('without naming the data', () => {
  it.each<[string, string]>([
    [
      'const { proxy } = getCurrentInstance()\nconst f = () => { proxy.data.push(1) }',
      'unknown 1: the data is visible to `getCurrentInstance`',
    ],
    ['defineOptions({ methods: { add() { this.data.push(1) } } })', 'unknown'],
    ['defineOptions({ name: "Page", inheritAttrs: false })', 'read'],
    ['const f = () => eval("data.value.x = 1")', 'unknown 1: the data is visible to `eval`'],
    ['onMounted(() => { globalThis.eval("1") })', 'read'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(`const { data } = useFetch("/x"); ${script}`), expected);
  });
});

describe('with `var`', () => {
  it.each<[string, string]>([
    [
      'function f(id) { if (id) { var t = data.value.find((x) => x.id === id) } t.done = true }',
      'mutated',
    ],
    ['try { var d = data.value } catch {} d.n = 1', 'mutated'],
    ['for (var r of data.value) {} r.n = 1', 'mutated'],
    ['for (var r = data.value; ; ) {} r.n = 1', 'mutated'],
    ['switch (a) { case 1: var { r } = data.value } r.n = 1', 'mutated'],
    ['namespace A { if (a) { var d = data.value } d.n = 1 }', 'mutated'],
    ['class A { static { if (a) { var d = data.value } d.n = 1 } }', 'mutated'],
    ['if (a) { let d = data.value } d.n = 1', 'read'],
    ['function f() { var d = data.value } d.n = 1', 'mutated'],
  ])('%s: %s', (script, expected) => {
    expectVerdict(setup(`const { data } = useFetch("/x"); ${script}`), expected);
  });

  it('follows a call in a block', () => {
    const script = 'try { var { data: user } = await useFetch("/x") } catch {}';
    expectVerdict(setup(script, '<input v-model="user.name">'), 'mutated');
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
      'unknown 1: the code cannot be read',
    ],
    ['namespace A { const { data } = useFetch("/x"); data.value.x = 1 }', 'mutated'],
    ['const { data } = useFetch("/x"); export = data', 'unknown'],
    [
      'const { data } = useFetch("/x"); const f = () => <input v-model={data.value.title} />',
      'unknown',
    ],
    [
      'const { data } = useFetch("/x"); const f = () => <input value={data.value.title} />',
      'unknown',
    ],
  ])('%s: %s', (script, expected) => {
    expectVerdict(verdictOf(script, 'a.tsx'), expected);
  });
});
