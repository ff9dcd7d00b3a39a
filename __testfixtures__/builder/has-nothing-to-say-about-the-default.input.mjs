export default { builder: "bundler1" }
