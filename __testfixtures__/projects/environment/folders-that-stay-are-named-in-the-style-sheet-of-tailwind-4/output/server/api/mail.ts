export default defineEventHandler(() => '<p class="mail">hi</p>');
