open('assets/data/x.json')
