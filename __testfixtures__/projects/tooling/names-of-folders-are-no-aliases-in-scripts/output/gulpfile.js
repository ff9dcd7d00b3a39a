exports.icons = () => src('assets/icons/*.svg')
