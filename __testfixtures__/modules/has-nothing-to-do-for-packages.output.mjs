export default { modules: ["@scope/pkg", ["fw-content", { dir: "~/content" }], "@fw/devtools"] }
