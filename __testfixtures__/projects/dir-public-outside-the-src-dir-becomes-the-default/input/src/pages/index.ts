import '../../public/a.json'
