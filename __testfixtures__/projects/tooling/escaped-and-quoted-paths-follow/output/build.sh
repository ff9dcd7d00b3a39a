cp pages/my\ page/index.vue dist
cp "pages/my page/index.vue" dist
