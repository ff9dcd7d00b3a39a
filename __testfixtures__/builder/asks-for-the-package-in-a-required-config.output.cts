import fw = require('fw')

export = fw.defineFwConfig({ builder: "bundler3" })
