export default {
	ssr: true,
	modules: ["@scope/pkg"]
};
