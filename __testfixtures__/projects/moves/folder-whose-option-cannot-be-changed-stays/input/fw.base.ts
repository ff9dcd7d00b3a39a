export default { spa: true, dir: { pages: 'pages', layouts: 'components/frames' }, css: ['~/lib/x.css'] };
