export default { test: { include: ['src/{pages,server}/**'] } }
