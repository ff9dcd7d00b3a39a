import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import App from '../app/app.vue';

it('has a card', () => {
  expect(mount(App).findComponent({ name: 'Card' }).exists()).toBe(true);
  expect(mount(App).findAllComponents({ name: 'ListRow' })).toHaveLength(2);
  expect(mount(App).findAllComponents({ name: 'Item' })).toHaveLength(2);
});
