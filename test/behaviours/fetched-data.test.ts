import { describe, expect, it } from 'vitest';
import { createBehaviourFinder } from '../../src/behaviours/behaviour-places.ts';
import { writesInto } from '../../src/behaviours/fetched-data.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { openSource } from '../../src/tree/syntax/source-text.ts';

const { search, isOpen, fetches } = createBehaviourFinder(fwCatalogue);

/** The lines that change the data of the calls in a component, each with what is written into the call. */
function changes(script: string, template = '', path = 'pages/a.vue'): string[] {
  const text = path.endsWith('.vue')
    ? `<script setup lang="ts">${script}</script>\n<template>${template}</template>`
    : script;
  return search(openSource(path, text))
    .filter(({ of }) => of === 'deep-data')
    .map(({ edit }) => String(edit?.text ?? 'told').trim());
}

const deep = ', { deep: true }';

/** The files that change data, and the files of the calls. */
function followed(files: Readonly<Record<string, string>>): string[] {
  const targets = Object.keys(files).map((path) => ({ path, read: () => files[path] }));
  const isFetching = (path: string) => fetches(files[path] ?? '');
  return writesInto(isFetching, targets, fwCatalogue.names)
    .filter(({ from }) => isOpen(from))
    .map(({ source, from }) => `${source.path} from ${from.file.source.path}`);
}

describe('data that its file changes', () => {
  it.each([
    'data.value.title = "a"',
    'data.value["title"] += 1',
    'data.value[0].done ??= true',
    'data.value.count++',
    'delete data.value.title',
    'data.value.items.push(1)',
    'data.value?.items?.push(1)',
    'data.value!.items!.splice(0, 1)',
    'Object.assign(data.value, { a: 1 })',
    'unref(data).a = 1',
    'const d = data.value; d.x = 1',
    'const { first } = data.value; first.x = 1',
    'const { a, ...rest } = data.value; rest.b.c = 1',
    'const [first] = data.value; first.x = 1',
    'const item = data.value.find((p) => p.id === 1); item.x = 1',
    'data.value.filter(Boolean)[0].x = 1',
    '[...data.value][0].x = 1',
    'const items = data.value?.items ?? []; items.push(1)',
    'const first = computed(() => data.value[0]); first.value.x = 1',
    'data.value.forEach((p) => { p.done = true })',
    'for (const p of data.value) p.x = 1',
    'function finish(p) { p.done = true }\nfinish(data.value[0])',
    'const first = () => data.value[0]\nfirst().x = 1',
  ])('%s', (code) => {
    expect(changes(`const { data } = await useFetch("/x"); ${code}`)).toEqual([deep]);
  });

  it.each([
    'const res = useFetch("/x"); res.data.value.a = 1',
    'const { data: posts } = useLazyAsyncData("a", load); posts.value.a = 1',
    'import { useFetch as get } from "#imports"; const { data } = get("/x"); data.value.a = 1',
    'const [{ data }] = await Promise.all([useFetch("/x")]); data.value.a = 1',
  ])('%s', (script) => {
    expect(changes(script)).toEqual([deep]);
  });

  it.each([
    '<input v-model="data.title">',
    '<Field v-model="data.title" />',
    '<i @click="a(); data.x++" />',
    '<i @click="() => { data.items = [] }" />',
    '<input v-for="p in data" v-model="p.value">',
    '<i v-for="(p, i) of data.items" @click="p.n = i" />',
    '<i v-for="{ tags } in data" @click="tags.push(1)" />',
  ])('%s', (template) => {
    expect(changes('const { data } = useFetch("/x")', template)).toEqual([deep]);
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
    'import { useFetch } from "@vueuse/core"; const { data } = useFetch("/x"); data.value.a = 1',
    'const { data } = api.useFetch("/x"); data.value.a = 1',
  ])('%s', (script) => {
    expect(changes(script)).toEqual([]);
  });
});

it('data of another call, which decides about it', () => {
  expect(changes('const { data } = useFwData("a"); data.value.a = 1')).toEqual(['told']);
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
    expect(followed(files)).toEqual([`${path} from pages/a.vue`]);
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
    expect(followed(files)).toEqual(['pages/a.vue from composables/useCart.ts']);
  });

  it('a parameter, and several files on the way', () => {
    const files = {
      'composables/useCart.ts':
        'export const useCart = () => { const { data } = useFetch("/x"); return { data } }',
      'utils/finish.ts': 'export function finish(post) { post.done = true }',
      'pages/a.vue': '<script setup>const { data } = useFetch("/x"); finish(data.value)</script>',
      'pages/b.vue':
        '<script setup>const { data } = useCart()</script><template><Card :post="data" /></template>',
      'components/Card.vue': '<template><input v-model="post.title"></template>',
    };
    expect(followed(files).sort()).toEqual([
      'components/Card.vue from composables/useCart.ts',
      'utils/finish.ts from pages/a.vue',
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
