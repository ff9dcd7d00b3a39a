import { describe, expect, it } from 'vitest';
import { verdictsOf } from './support/verdicts.ts';

/** Components as people write them: what each call comes to, and why. */
const sample: readonly (readonly [
  name: string,
  text: string,
  verdicts: readonly string[],
  path?: string,
])[] = [
  page(
    'a list of posts',
    'const { data: posts, pending, error } = await useFetch("/api/posts", { query: { page } })',
    '<p v-if="pending">…</p><p v-else-if="error">{{ error.message }}</p><ul v-else><li v-for="post in posts" :key="post.id"><FwLink :to="`/posts/${post.slug}`">{{ post.title }}</FwLink></li></ul>',
    'read',
  ),
  page(
    'a post with head tags',
    'const route = useRoute()\nconst { data: post } = await useAsyncData(`post-${route.params.id}`, () => $fetch(`/api/posts/${route.params.id}`))\nif (!post.value) throw createError({ statusCode: 404 })\nuseSeoMeta({ title: post.value.title, description: () => post.value.excerpt, ogImage: post.value.image })',
    '<article><h1>{{ post.title }}</h1><div v-html="post.html" /></article>',
    'read',
  ),
  page(
    'pages of a list',
    'const page = ref(1)\nconst { data, refresh } = await useFetch(() => `/api/items?page=${page.value}`)\nconst items = computed(() => data.value?.items ?? [])\nconst total = computed(() => data.value?.total ?? 0)\nwatch(page, () => refresh())',
    '<Item v-for="item in items" :key="item.id" /><button :disabled="items.length >= total" @click="page++">more</button>',
    'read',
  ),
  page(
    'more on scrolling',
    'const items = ref([])\nconst { data, execute } = await useFetch("/api/feed")\nwatch(data, (next) => { items.value.push(...next.items) }, { immediate: true })',
    '<p v-for="item in items">{{ item.text }}</p>',
    'unknown',
  ),
  page(
    'a search',
    'const query = ref("")\nconst { data: results } = useLazyFetch("/api/search", { query: { q: query }, watch: [query] })\nconst hasResults = computed(() => Boolean(results.value?.length))',
    '<input v-model="query"><p v-if="!hasResults">none</p><li v-for="r in results">{{ r.name.toUpperCase() }}</li>',
    'read',
  ),
  page(
    'a form on the data itself',
    'const { data: profile } = await useFetch("/api/profile")\nasync function save() { await $fetch("/api/profile", { method: "PUT", body: profile.value }) }',
    '<form @submit.prevent="save"><input v-model="profile.name"><textarea v-model="profile.bio" /></form>',
    'mutated',
  ),
  page(
    'a form on a copy',
    'const { data: profile } = await useFetch("/api/profile")\nconst form = reactive({ name: profile.value.name, bio: profile.value.bio })\nconst save = () => $fetch("/api/profile", { method: "PUT", body: form })',
    '<form @submit.prevent="save"><input v-model="form.name"></form>',
    'read',
  ),
  page(
    'todos with a checkbox',
    'const { data: todos } = await useFetch("/api/todos")',
    '<label v-for="todo in todos" :key="todo.id"><input v-model="todo.done" type="checkbox">{{ todo.text }}</label>',
    'mutated',
  ),
  page(
    'todos that are added in place',
    'const { data: todos } = await useFetch("/api/todos")\nconst text = ref("")\nasync function add() { const todo = await $fetch("/api/todos", { method: "POST", body: { text: text.value } }); todos.value.push(todo) }',
    '<input v-model="text" @keyup.enter="add"><li v-for="t in todos">{{ t.text }}</li>',
    'mutated',
  ),
  page(
    'todos that are replaced',
    'const { data: todos } = await useFetch("/api/todos")\nasync function remove(id) { await $fetch(`/api/todos/${id}`, { method: "DELETE" }); todos.value = todos.value.filter((todo) => todo.id !== id) }',
    '<li v-for="t in todos" @click="remove(t.id)">{{ t.text }}</li>',
    'read',
  ),
  page(
    'a like that shows at once',
    'const { data: post } = await useFetch("/api/post")\nasync function like() { post.value.likes++; try { await $fetch("/api/like", { method: "POST" }) } catch { post.value.likes-- } }',
    '<button @click="like">{{ post.likes }}</button>',
    'mutated',
  ),
  page(
    'a list that is sorted by a computed copy',
    'const { data: users } = await useFetch("/api/users")\nconst key = ref("name")\nconst sorted = computed(() => [...(users.value ?? [])].sort((a, b) => a[key.value].localeCompare(b[key.value])))',
    '<th @click="key = \'age\'">age</th><tr v-for="u in sorted"><td>{{ u.name }}</td></tr>',
    'read',
  ),
  page(
    'a list that is sorted in place',
    'const { data: users } = await useFetch("/api/users")\nconst sorted = computed(() => users.value.sort((a, b) => a.age - b.age))',
    '<tr v-for="u in sorted"><td>{{ u.name }}</td></tr>',
    'mutated',
  ),
  page(
    'groups',
    'const { data: events } = await useFetch("/api/events")\nconst byDay = computed(() => { const days = {}; for (const event of events.value ?? []) { (days[event.day] ??= []).push(event) } return days })',
    '<section v-for="(list, day) in byDay" :key="day"><p v-for="e in list">{{ e.title }}</p></section>',
    'unknown',
  ),
  page(
    'two at once',
    'const [{ data: user }, { data: orders }] = await Promise.all([useFetch("/api/user"), useFetch("/api/orders")])',
    '<h1>{{ user.name }}</h1><p v-for="o in orders">{{ o.total.toFixed(2) }}</p>',
    'read',
    'read',
  ),
  page(
    'a choice of ids',
    'const { data: countries } = await useFetch("/api/countries")\nconst country = ref("")\nconst save = () => $fetch("/api/profile", { method: "PUT", body: { country: country.value } })\nwatch(country, (code) => track(code))',
    '<select v-model="country"><option value="">-</option><option v-for="c in countries" :key="c.code" :value="c.code">{{ c.name }}</option></select><button @click="save">save</button>',
    'unknown',
  ),
  page(
    'a choice that is edited',
    'const { data: users } = await useFetch("/api/users")\nconst chosen = ref(null)',
    '<select v-model="chosen"><option v-for="u in users" :key="u.id" :value="u">{{ u.name }}</option></select><input v-if="chosen" v-model="chosen.email">',
    'unknown',
  ),
  page(
    'a table of a library',
    'const { data: rows } = await useFetch("/api/rows")\nconst columns = [{ key: "name" }]',
    '<UTable :rows="rows" :columns="columns" />',
    'unknown',
  ),
  page(
    'a chart',
    'const { data: sales } = await useFetch("/api/sales")\nconst series = computed(() => ({ labels: sales.value.map((s) => s.day), values: sales.value.map((s) => Number(s.total)) }))',
    '<LineChart :data="series" />',
    'unknown',
  ),
  page(
    'cards of its own',
    'const { data: products } = await useFetch("/api/products")',
    '<ProductCard v-for="product in products" :key="product.id" :product="product" />',
    'unknown',
  ),
  page(
    'cards that change what they get',
    'const { data: products } = await useFetch("/api/products")',
    '<ProductCard v-for="product in products" :key="product.id" :product="product" />',
    'unknown',
  ),
  page(
    'a child that emits its item',
    'const { data: products } = await useFetch("/api/products")\nconst chosen = ref()',
    '<ProductCard v-for="product in products" :product="product" @choose="chosen = $event" />',
    'unknown',
  ),
  page(
    'a store gets the data',
    'const store = useCartStore()\nconst { data: cart } = await useFetch("/api/cart")\nstore.setCart(cart.value)',
    '<p>{{ cart.total }}</p>',
    'unknown',
  ),
  page(
    'a handler that fills a store',
    'const store = usePostStore()\nawait useAsyncData("posts", () => store.load().then(() => true))',
    '<p v-for="p in store.posts">{{ p.title }}</p>',
    'read',
  ),
  page(
    'a helper of its own',
    'import { formatDate } from "~/utils/date"\nconst { data: post } = await useFetch("/api/post")',
    '<time>{{ formatDate(post.date) }}</time>',
    'unknown',
  ),
  page(
    'a helper of a package',
    'import { parseISO } from "date-fns"\nconst { data: post } = await useFetch("/api/post")\nconst at = computed(() => parseISO(post.value.date))',
    '<time>{{ at }}</time>',
    'unknown',
  ),
  page(
    'options that are shared',
    'const { data: menu } = useLazyAsyncData("menu", () => $fetch("/api/menu"), { server: false, default: () => [] })\nconst open = ref(null)',
    '<li v-for="entry in menu" :class="{ open: open === entry.id }" @click="open = entry.id">{{ entry.label }}</li>',
    'unknown',
  ),
  page(
    'selection beside the data',
    'const { data: rows } = await useFetch("/api/rows")\nconst selected = ref(new Set())\nfunction toggle(row) { selected.value.has(row.id) ? selected.value.delete(row.id) : selected.value.add(row.id) }',
    '<tr v-for="row in rows" @click="toggle(row)"><td>{{ row.name }}</td></tr>',
    'unknown',
  ),
  page(
    'drag and drop',
    'const { data: columns } = await useFetch("/api/board")\nfunction drop(from, to, index) { const [card] = from.cards.splice(index, 1); to.cards.push(card) }',
    '<div v-for="column in columns" @drop="drop(column, columns[0], 0)">{{ column.title }}</div>',
    'mutated',
  ),
  [
    'a component with options',
    '<script>\nexport default defineComponent({\n  async setup() {\n    const { data: team } = await useFetch("/api/team")\n    return { team }\n  },\n})\n</script>\n<template><p v-for="one in team">{{ one.name }}</p></template>',
    ['unknown'],
  ],
  [
    'a composable',
    'export function useBasket() {\n  const { data: basket, refresh } = useFetch("/api/basket")\n  return { basket, refresh }\n}',
    ['unknown'],
    'composables/useBasket.ts',
  ],
  [
    'a wrapper around the framework',
    'export const useApi = (path: string, options = {}) => useFetch(path, { baseURL: "/api", ...options })',
    ['unknown'],
    'composables/useApi.ts',
  ],
];

function page(
  name: string,
  script: string,
  template: string,
  ...verdicts: readonly string[]
): readonly [string, string, readonly string[], string?] {
  return [
    name,
    `<script setup lang="ts">\n${script}\n</script>\n<template>${template}</template>`,
    verdicts,
  ];
}

describe('components as people write them', () => {
  for (const [name, text, expected, path] of sample)
    it(name, () => {
      expect(verdictsOf(text, path).map((verdict) => verdict.split(' ')[0])).toEqual(expected);
    });
});

it('most calls of realistic components are settled or rewritten', () => {
  const verdicts = sample.flatMap(([, , expected]) => expected);
  const count = (kind: string) => verdicts.filter((verdict) => verdict === kind).length;
  expect(sample).toHaveLength(32);
  expect([count('read'), count('mutated'), count('unknown')]).toEqual([10, 6, 17]);
});
