export default { dir: { public: 'static' } }
