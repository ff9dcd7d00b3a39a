import { describe, expect, it } from 'vitest';
import { createBehaviourFinder } from '../../src/behaviours/behaviour-places.ts';
import { followIntoFiles } from '../../src/behaviours/fetched-data.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { openSource } from '../../src/tree/syntax/source-text.ts';

const { search } = createBehaviourFinder(fwCatalogue);

/** What changes the data of the calls in a component. */
function changes(script: string, template = '', path = 'pages/a.vue'): string[] {
  const text = path.endsWith('.vue')
    ? `<script setup lang="ts">${script}</script>\n<template>${template}</template>`
    : script;
  return search(openSource(path, text))
    .places.filter(({ of }) => of === 'deep-data')
    .map(({ done }) => done?.done.replace('added: nested data is changed by ', '') ?? '');
}

/** The lines of other files that change data, and the files of the calls. */
function followed(files: Readonly<Record<string, string>>): string[] {
  const paths = Object.keys(files);
  const data = paths.flatMap((path) => search(openSource(path, files[path] ?? '')).data);
  const targets = paths.map((path) => ({ path, read: () => files[path] }));
  return followIntoFiles(data, targets, fwCatalogue.names).map(
    ({ path, use: { by }, call }) => `${path}: ${by} from ${call.file}`,
  );
}

describe('data that its file changes', () => {
  it.each([
    ['data.value.title = "a"', 'an assignment'],
    ['data.value["title"] += 1', 'an assignment'],
    ['data.value[0].done ??= true', 'an assignment'],
    ['data.value.count++', 'an assignment'],
    ['delete data.value.title', '`delete`'],
    ['data.value.items.push(1)', '`data.value.items.push()`'],
    ['data.value?.items?.push(1)', '`data.value?.items?.push()`'],
    ['data.value!.items!.splice(0, 1)', '`data.value!.items!.splice()`'],
    ['Object.assign(data.value, { a: 1 })', '`Object.assign()`'],
    ['unref(data).a = 1', 'an assignment'],
    ['const d = data.value; d.x = 1', 'an assignment'],
    ['const { first } = data.value; first.x = 1', 'an assignment'],
    ['const { a, ...rest } = data.value; rest.b.c = 1', 'an assignment'],
    ['const [first] = data.value; first.x = 1', 'an assignment'],
    ['const item = data.value.find((p) => p.id === 1); item.x = 1', 'an assignment'],
    ['data.value.filter(Boolean)[0].x = 1', 'an assignment'],
    ['[...data.value][0].x = 1', 'an assignment'],
    ['Object.values(data.value)[0].x = 1', 'an assignment'],
    ['const items = data.value?.items ?? []; items.push(1)', '`items.push()`'],
    ['const first = computed(() => data.value[0]); first.value.x = 1', 'an assignment'],
    ['data.value.forEach((p) => { p.done = true })', 'an assignment'],
    ['data.value.reduce((sum, p) => { p.x = 1; return sum }, 0)', 'an assignment'],
    ['data.value.forEach(finish)\nfunction finish(p) { p.done = true }', 'an assignment'],
    ['for (const p of data.value) p.x = 1', 'an assignment'],
    ['function finish(p) { p.done = true }\nfinish(data.value[0])', 'an assignment'],
    ['const first = () => data.value[0]\nfirst().x = 1', 'an assignment'],
  ])('%s', (code, by) => {
    expect(changes(`const { data } = await useFetch("/x"); ${code}`)).toEqual([by]);
  });

  it.each([
    'const res = useFetch("/x"); res.data.value.a = 1',
    'const { data: posts } = useLazyAsyncData("a", load); posts.value.a = 1',
    'import { useFetch as get } from "#imports"; const { data } = get("/x"); data.value.a = 1',
    'const [{ data }] = await Promise.all([useFetch("/x")]); data.value.a = 1',
  ])('%s', (script) => {
    expect(changes(script)).toEqual(['an assignment']);
  });

  it.each([
    ['<input v-model="data.title">', '`v-model`'],
    ['<Field v-model="data.title" />', '`v-model`'],
    ['<i @click="a(); data.x++" />', 'an assignment'],
    ['<i @click="() => { data.items = [] }" />', 'an assignment'],
    ['<input v-for="p in data" v-model="p.value">', '`v-model`'],
    ['<i v-for="(p, i) of data.items" @click="p.n = i" />', 'an assignment'],
    ['<i v-for="{ tags } in data" @click="tags.push(1)" />', '`tags.push()`'],
  ])('%s', (template, by) => {
    expect(changes('const { data } = useFetch("/x")', template)).toEqual([by]);
  });
});

describe('data that its file does not change', () => {
  it.each([
    'data.value = []',
    'console.log(data.value.title)',
    'const copy = { ...data.value }; copy.title = "a"',
    'const copy = [...data.value]; copy.push(1)',
    'const copy = JSON.parse(JSON.stringify(data.value)); copy.a.b = 1',
    'const form = reactive({ name: data.value.name }); form.name = "a"',
    'const names = data.value.map((p) => p.name); names.push("a")',
    'const open = data.value.filter((p) => p.open); open.sort()',
    'const load = () => { const { data } = other(); data.value.x = 1 }',
    'const list = ref([]); list.value.push(...data.value)',
  ])('%s', (code) => {
    expect(changes(`const { data } = await useFetch("/x"); ${code}`)).toEqual([]);
  });

  it.each([
    '<input v-model="data">',
    '<i @click="data = []" />',
    '<List v-slot="{ data }"><i @click="data.x = 1" /></List>',
  ])('%s', (template) => {
    expect(changes('const { data } = useFetch("/x")', template)).toEqual([]);
  });

  it.each([
    'const { data } = useFetch("/x", { deep: true }); data.value.a = 1',
    'const { data } = useFetch("/x", { deep: false }); data.value.a = 1',
    'const { data } = useFwData("a"); data.value.a = 1',
    'import { useFetch } from "@vueuse/core"; const { data } = useFetch("/x"); data.value.a = 1',
    'const { data } = api.useFetch("/x"); data.value.a = 1',
  ])('%s', (script) => {
    expect(changes(script)).toEqual([]);
  });
});

describe('data that another file changes', () => {
  const page = '<script setup>const { data } = useFetch("/x")</script>';

  it.each([
    [
      'components/Card.vue',
      '<Card :post="data" />',
      'const props = defineProps(["post"]); props.post.x = 1',
    ],
    [
      'components/blog/Card.vue',
      '<blog-card :post="data" />',
      'const { post } = defineProps(["post"]); post.x = 1',
    ],
    [
      'components/Card.vue',
      '<Card v-for="post in data" :post />',
      'const props = defineProps(["post"]); const { post } = toRefs(props); post.value.x = 1',
    ],
    [
      'components/Card.vue',
      '<Card v-bind="data" />',
      'const props = defineProps(["post"]); props.post.x = 1',
    ],
    [
      'components/Card.vue',
      '<Card v-model="data" />',
      'const post = defineModel(); post.value.x = 1',
    ],
  ])('a component: %s %s', (path, template, script) => {
    const files = {
      'pages/a.vue': `${page}<template>${template}</template>`,
      [path]: `<script setup>${script}</script>`,
    };
    expect(followed(files)).toEqual([`${path}: an assignment from pages/a.vue`]);
  });

  it.each([
    ['export const useCart = () => useFetch("/x")', 'const { data } = useCart(); data.value.x = 1'],
    [
      'export function useCart() { const { data: cart } = useFetch("/x"); return { cart } }',
      'const { cart } = await useCart(); cart.value.x = 1',
    ],
    [
      'export default () => { const { data } = useFetch("/x"); return data }',
      'const data = useCart(); data.value.x = 1',
    ],
    [
      'export const useCart = defineStore("cart", () => { const { data: cart } = useFetch("/x"); return { cart } })',
      'const store = useCart(); store.cart.x = 1',
    ],
    [
      'export const useCart = defineStore("cart", () => { const { data: cart } = useFetch("/x"); return { cart } })',
      'const { cart } = storeToRefs(useCart()); cart.value.x = 1',
    ],
  ])('what a function returns: %s', (composable, script) => {
    const files = {
      'composables/useCart.ts': composable,
      'pages/a.vue': `<script setup>${script}</script>`,
    };
    expect(followed(files)).toEqual(['pages/a.vue: an assignment from composables/useCart.ts']);
  });

  it('a parameter, the key of a call, and several files on the way', () => {
    const files = {
      'utils/finish.ts': 'export function finish(post) { post.done = true }',
      'pages/a.vue':
        '<script setup>const { data } = useFetch("/x", { key: "k" }); finish(data.value)</script>',
      'pages/b.vue':
        '<script setup>const { data } = useFwData("k")</script><template><Card :post="data" /></template>',
      'components/Card.vue': '<template><input v-model="post.title"></template>',
    };
    expect(followed(files).sort()).toEqual([
      'components/Card.vue: `v-model` from pages/a.vue',
      'utils/finish.ts: an assignment from pages/a.vue',
    ]);
  });

  it.each([
    [
      'another component',
      'components/Other.vue',
      '<script setup>const props = defineProps(["post"]); props.post.x = 1</script>',
    ],
    [
      'another prop',
      'components/Card.vue',
      '<script setup>const props = defineProps(["post", "b"]); props.b.x = 1</script>',
    ],
    [
      'a copy',
      'components/Card.vue',
      '<script setup>const props = defineProps(["post"]); const form = { ...props.post }; form.x = 1</script>',
    ],
    ['nothing', 'components/Card.vue', '<template>{{ post.title }}</template>'],
  ])('not %s', (_, path, text) => {
    const files = {
      'pages/a.vue': `${page}<template><Card :post="data" /></template>`,
      [path]: text,
    };
    expect(followed(files)).toEqual([]);
  });

  it('not what a function of the same name in the file itself returns', () => {
    const files = {
      'composables/a.ts': 'export const load = () => useFetch("/x")',
      'composables/b.ts': 'const load = () => read(); const { data } = load(); data.value.x = 1',
    };
    expect(followed(files)).toEqual([]);
  });
});
