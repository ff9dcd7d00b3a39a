import x from '../public/x.vue';
vi.mock('../public/x.vue');
