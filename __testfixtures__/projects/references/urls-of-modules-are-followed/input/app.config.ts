export default { photo: __dirname + '/images/photo.png', logo: __dirname + '/assets/logo.png' }
